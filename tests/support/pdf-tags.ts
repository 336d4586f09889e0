// Reads the tags of a PDF: what it says of itself, and what a screen reader says of it, in its
// order.
import { getDocumentProxy } from 'unpdf'

interface Heard {
  /** Of PDF's structure types, the one of the block: `H1`, `P`, `TH`, `TD`, `Figure`. */
  readonly role: string
  /** Of a picture, its alternative text. */
  readonly text: string
}

/** Block by block, in the order of the tags; what no tag holds, such as a header, is not heard. */
export async function heardIn(pdf: Uint8Array): Promise<Heard[]> {
  const proxy = await getDocumentProxy(pdf.slice())
  const heard: Heard[] = []
  for (let number = 1; number <= proxy.numPages; number += 1) {
    const page = await proxy.getPage(number)
    const texts = new Map<string | null, string>()
    let id: string | null = null
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if (!('str' in item)) id = item.id ?? null
      else texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? ' ' : ''))
    }
    heard.push(...blocksIn((await page.getStructTree()) as Tag, texts))
  }
  return heard
}

/** What the file states of itself, as a checker of PDF/UA reads it. */
export async function statementsOf(pdf: Uint8Array) {
  const proxy = await getDocumentProxy(pdf.slice())
  const { info, metadata } = await proxy.getMetadata()
  return {
    isTagged: (await proxy.getMarkInfo())?.Marked,
    showsTitle: ((await proxy.getViewerPreferences()) as { DisplayDocTitle?: boolean } | null)
      ?.DisplayDocTitle,
    language: (info as { Language?: string }).Language,
    partOfUa: metadata?.get('pdfuaid:part'),
  }
}

interface Tag {
  readonly role: string
  readonly alt?: string
  readonly children: readonly (Tag | { readonly id: string })[]
}

type Texts = ReadonlyMap<string | null, string>

function blocksIn(tag: Tag, texts: Texts): Heard[] {
  const { role, alt, children } = tag
  if (role === 'Figure') return [{ role, text: settled(alt ?? '') }]
  const blocks = children.filter((child) => 'role' in child && child.role !== 'Span') as Tag[]
  if (blocks.length > 0) return blocks.flatMap((block) => blocksIn(block, texts))
  return [{ role, text: settled(textOf(tag, texts)) }]
}

function textOf(tag: Tag, texts: Texts): string {
  return tag.children
    .map((child) => ('role' in child ? textOf(child, texts) : (texts.get(child.id) ?? '')))
    .join('')
}

function settled(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
