// Makes an OOXML file the same for the same content: the libraries that write them stamp the
// clock, count charts over the whole process and order parts as they finish. Never looks at what
// the file says.

import { strFromU8, strToU8, type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate'
import { byUnits } from '../../text/by-units.ts'

/** Parts that are packed already: packing them again only takes time. */
const PACKED = /\.(png|xlsx)$/
/** Which part is of which type. */
const TYPES = '[Content_Types].xml'
const XML = /\.(xml|rels)$/
const WORKBOOK = /\.xlsx$/
const NUMBERED = /\b(chart|Microsoft_Excel_Worksheet)(\d+)(?=\.(?:xml|xlsx)\b)/g

/**
 * @param createdAt ISO 8601 in UTC; the only time the file then holds
 * @param amend a last word on each XML part, such as what a library has no option for
 * @throws when the bytes are not a zip file
 */
export function settledOfficeFile(
  bytes: Uint8Array,
  createdAt: string,
  amend: (name: string, xml: string) => string = (_name, xml) => xml,
): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(bytes)
  const numbers = chartNumbers(Object.keys(parts))
  const renamed = (text: string) =>
    text.replace(NUMBERED, (_all, word: string, number: string) => {
      return `${word}${numbers.get(Number(number)) ?? number}`
    })

  const settled: Unzipped = {}
  for (const [name, part] of Object.entries(parts)) {
    if (name.endsWith('/')) continue
    if (WORKBOOK.test(name)) settled[renamed(name)] = settledOfficeFile(part, createdAt)
    else if (XML.test(name)) {
      const xml = renamed(settledXml(name, strFromU8(part), createdAt, parts))
      settled[renamed(name)] = strToU8(amend(name, xml))
    } else settled[name] = part
  }
  return zipped(settled)
}

function settledXml(name: string, xml: string, createdAt: string, parts: Unzipped): string {
  if (name === 'docProps/core.xml') return withTime(xml, createdAt)
  if (name === TYPES) return withoutMissing(xml, parts)
  return xml
}

/** pptxgenjs names a slide master for every slide and writes one. */
function withoutMissing(types: string, parts: Unzipped): string {
  return types.replace(/<Override PartName="\/([^"]*)"[^>]*\/>/g, (override, name: string) =>
    name in parts ? override : '',
  )
}

function withTime(coreXml: string, createdAt: string): string {
  // The form the standard asks for has no fractions of a second.
  const time = createdAt.replace(/\.\d+Z$/, 'Z')
  return coreXml.replace(
    /(<dcterms:(created|modified)\b[^>]*>)[^<]*(?=<\/dcterms:\2>)/g,
    (_all, tag: string) => tag + time,
  )
}

/** Renumbers charts from 1 in their order: old number to new. */
function chartNumbers(names: string[]): Map<number, number> {
  const found = names.flatMap((name) => {
    const number = /^ppt\/charts\/chart(\d+)\.xml$/.exec(name)?.[1]
    return number === undefined ? [] : [Number(number)]
  })
  return new Map(found.sort((a, b) => a - b).map((number, index) => [number, index + 1]))
}

function zipped(parts: Unzipped): Uint8Array<ArrayBuffer> {
  // Zip has local time: these fields give the earliest it can hold, in any zone.
  const mtime = new Date(1980, 0, 1)
  const zippable: Zippable = {}
  const inOrder = Object.entries(parts).sort(([a], [b]) => byUnits(placeOf(a), placeOf(b)))
  for (const [name, part] of inOrder) {
    zippable[name] = [part, { level: PACKED.test(name) ? 0 : 6, mtime }]
  }
  return zipSync(zippable, { mtime })
}

/** The list of types stands first, where readers that stream look for it. */
function placeOf(name: string): string {
  return name === TYPES ? '' : name
}
