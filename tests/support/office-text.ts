// Reads Word and PowerPoint files back, part by part, with no tool of the machine.
import assert from 'node:assert/strict'
import { strFromU8, unzipSync } from 'fflate'

/** XML parts by name; pictures and embedded workbooks are left out. */
export function xmlPartsOf(file: Uint8Array): Map<string, string> {
  const parts = Object.entries(unzipSync(file)).filter(([name]) => /\.(xml|rels)$/.test(name))
  return new Map(parts.map(([name, bytes]) => [name, strFromU8(bytes)]))
}

export function partNamesOf(file: Uint8Array): string[] {
  return Object.keys(unzipSync(file))
}

export function xmlPart(file: Uint8Array, name: string): string {
  const xml = xmlPartsOf(file).get(name)
  assert.ok(xml !== undefined, `no part ${name}`)
  return xml
}

/** Texts in their order, a line for each paragraph. */
export function textOfXml(xml: string): string {
  return xml
    .replace(/<\/(?:w|a):p>/g, '\n')
    .replace(/<w:tab\/>/g, '\t')
    .replace(/<w:noBreakHyphen\/>/g, '-')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

export function textOfDocx(file: Uint8Array): string {
  const names = partNamesOf(file).filter((name) => /^word\/(document|header|footer)/.test(name))
  return names.map((name) => textOfXml(xmlPart(file, name))).join('\n')
}

/** In the order of slides. */
export function textOfSlides(file: Uint8Array): string[] {
  return slideNames(file).map((name) => textOfXml(xmlPart(file, name)))
}

export function slideNames(file: Uint8Array): string[] {
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0])
  return partNamesOf(file)
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b))
}

/** Every tag closed in its turn, no bare ampersand, no character that XML forbids. */
export function assertWellFormed(name: string, xml: string): void {
  const open: string[] = []
  for (const [tag, closing, word, empty] of xml.matchAll(/<(\/?)([\w:]+)(?:[^<>]*?)(\/?)>/g)) {
    if (closing) assert.equal(open.pop(), word, `${name}: ${tag}`)
    else if (!empty) open.push(String(word))
  }
  assert.deepEqual(open, [], name)
  assert.doesNotMatch(xml, /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i, name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  assert.doesNotMatch(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/, name)
}
