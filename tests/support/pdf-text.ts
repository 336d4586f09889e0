// Reads the text of a PDF back, page by page, with no tool of the machine.
import { extractText, getDocumentProxy, getMeta } from 'unpdf'

/** Lines as the reader meets them; no-break spaces come back as spaces, as in any PDF reader. */
export async function textOfPages(pdf: Uint8Array): Promise<string[]> {
  // The reader takes ownership of the bytes it is given.
  const { text } = await extractText(await getDocumentProxy(pdf.slice()), { mergePages: false })
  return text.map((page) => page.replaceAll('\u00a0', ' '))
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
