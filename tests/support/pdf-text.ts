// Reads the text of a PDF back, page by page, with no tool of the machine.
import { extractText, getDocumentProxy, getMeta } from 'unpdf'

/** Lines as the reader meets them; no-break spaces come back as spaces, as in any PDF reader. */
export async function textOfPages(pdf: Uint8Array): Promise<string[]> {
  // The reader takes ownership of the bytes it is given.
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false })
  return text.map((page) => page.replaceAll('\u00a0', ' '))
}

/** All pages as one line. */
export async function wholeTextOf(pdf: Uint8Array): Promise<string> {
  return (await textOfPages(pdf)).join(' ').replace(/\s+/g, ' ')
}

/** Where each text of the first page ends, in points from the left. */
export async function rightEdgesOf(pdf: Uint8Array): Promise<Map<string, number>> {
  const page = await (await getDocumentProxy(pdf.slice())).getPage(1)
  const { items } = await page.getTextContent()
  const edges = items.flatMap((item): [string, number][] =>
    'str' in item
      ? [[item.str.replaceAll('\u00a0', ' '), Number(item.transform[4]) + item.width]]
      : [],
  )
  return new Map(edges)
}

export async function infoOf(pdf: Uint8Array): Promise<Record<string, unknown>> {
  return (await getMeta(await getDocumentProxy(pdf.slice()))).info
}

/** Titles of the bookmarks, in order, whatever their depth. */
export async function outlineOf(pdf: Uint8Array): Promise<string[]> {
  interface Entry {
    title: string
    items: Entry[]
  }
  const flat = (entries: Entry[]): string[] =>
    entries.flatMap(({ title, items }) => [title, ...flat(items)])
  return flat(((await (await getDocumentProxy(pdf.slice())).getOutline()) ?? []) as Entry[])
}
