// A document as a Word file that can be worked on: real headings, tables and page numbers.
// Blocks its thread while it works: the site planner's threads call it.
import { setImmediate } from 'node:timers/promises'
import {
  Footer,
  Header,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
  Document as WordDocument,
} from 'docx'
import type { ReportDocument } from '../document.ts'
import { PAGE_WIDTH_MM } from '../page.ts'
import { textsToSet } from '../plain-text.ts'
import { partsOf } from './docx-blocks.ts'
import { BOTH_ENDS, PAGE, STYLE, STYLES } from './docx-styles.ts'
import { readFonts } from './fonts.ts'
import { settledOfficeFile } from './office-file.ts'
import { INKS } from './palette.ts'

/**
 * @returns whole .docx bytes, the same for the same document
 * @throws when a picture in it cannot be drawn
 */
export async function docxOf(document: ReportDocument): Promise<Uint8Array<ArrayBuffer>> {
  const plain = textsToSet(document, readFonts().covered)
  const word = new WordDocument({
    title: plain.title,
    subject: plain.id,
    creator: plain.footer,
    lastModifiedBy: plain.footer,
    styles: STYLES,
    sections: [
      {
        properties: PAGE,
        headers: { default: headerOf(plain) },
        footers: { default: footerOf(plain) },
        children: partsOf(plain.blocks, PAGE_WIDTH_MM),
      },
    ],
  })
  const bytes = settledOfficeFile(await Packer.toBuffer(word), plain.createdAt, completed)
  // What resvg holds of each picture is given back when the thread's event loop turns: thirty
  // documents in a row would hold hundreds of megabytes without it.
  await setImmediate()
  return bytes
}

/** What the library has no option for: the language of the file, for those who only list it. */
function completed(name: string, xml: string): string {
  if (name === 'docProps/core.xml') {
    return xml.replace('</dc:title>', '</dc:title><dc:language>ru-RU</dc:language>')
  }
  return xml
}

const RULE = { style: 'single', size: 4, color: INKS.rule, space: 4 } as const

function headerOf({ title, header, mark }: ReportDocument): Header {
  const line = new Paragraph({
    style: STYLE.margin,
    tabStops: BOTH_ENDS,
    border: { bottom: RULE },
    children: [new TextRun(title), new TextRun({ text: `\t${header}` })],
  })
  const strip = mark === undefined ? [] : [new Paragraph({ style: STYLE.mark, text: mark })]
  return new Header({ children: [...strip, line] })
}

function footerOf({ footer }: ReportDocument): Footer {
  const { CURRENT, TOTAL_PAGES } = PageNumber
  const children = [
    new TextRun(footer),
    new TextRun({ children: ['\tСтраница ', CURRENT, ' из ', TOTAL_PAGES] }),
  ]
  return new Footer({
    children: [new Paragraph({ style: STYLE.margin, tabStops: BOTH_ENDS, children })],
  })
}
