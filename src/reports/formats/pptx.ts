// A slide show as a PowerPoint file with native tables and charts, 16:9, nothing below 14 points.
// The file and the frame of each slide; pptx-parts.ts places its parts, *-slides.ts says them.
// Blocks its thread while it works: the site planner's threads call it.
import { textsToSet } from '../plain-text.ts'
import type { SlideShow } from '../slides.ts'
import { OFFICE_FONT_FAMILY, readFonts } from './fonts.ts'
import { settledOfficeFile } from './office-file.ts'
import { ALARM, INKS } from './palette.ts'
import { type Canvas, Presentation } from './pptx-library.ts'
import { placeAll } from './pptx-parts.ts'
import { type SlideBox, SMALL, SMALL_STRONG, write } from './pptx-text.ts'
import { cutToLines, type TypeSize } from './slide-fit.ts'

const SLIDE = { w: 13.333, h: 7.5 }
const MARGIN = 0.55
const WIDTH = SLIDE.w - 2 * MARGIN
const MARK_H = 0.36
const TITLE: SlideBox = { x: MARGIN, y: 0.45, w: WIDTH, h: 0.75 }
const BODY: SlideBox = { x: MARGIN, y: 1.4, w: WIDTH, h: 5.35 }
const FOOTER: SlideBox = { x: MARGIN, y: 6.92, w: WIDTH, h: 0.36 }
const MASTER = 'REPORT'

const TITLE_TYPE: TypeSize = { pt: 28, strong: true }

/** @returns whole .pptx bytes, the same for the same show */
export async function pptxOf(show: SlideShow): Promise<Uint8Array<ArrayBuffer>> {
  const plain = textsToSet(show, readFonts().covered)
  const file = new Presentation()
  file.layout = 'LAYOUT_WIDE'
  file.title = plain.title
  file.subject = plain.id
  file.author = plain.footer
  // Written into its part without escaping: nothing from outside may stand there.
  file.company = ''
  file.theme = { headFontFace: OFFICE_FONT_FAMILY, bodyFontFace: OFFICE_FONT_FAMILY }
  file.defineSlideMaster({
    title: MASTER,
    objects: [
      {
        placeholder: {
          options: { name: 'title', type: 'title', ...TITLE, margin: 0, align: 'left' },
          text: '',
        },
      },
    ],
  })
  for (const [index, slide] of plain.slides.entries()) {
    const canvas = file.addSlide({ masterName: MASTER })
    frame(canvas, plain, slide.title, index + 1)
    placeAll(canvas, slide.parts, BODY)
    canvas.addNotes(slide.notes.join(NEXT_PARAGRAPH))
  }
  const bytes = (await file.write({ outputType: 'uint8array' })) as Uint8Array
  return settledOfficeFile(bytes, plain.createdAt, mended)
}

const DEPTH_AXIS = /<c:axId val="2094734556"\/>/g

/** Never in a text of ours: plain-text.ts takes it out. */
const NEXT_PARAGRAPH = '\u2029'

/**
 * The library writes English into every text it has no option for, notes as one paragraph, and
 * into flat charts the number of a third axis they do not have.
 */
function mended(name: string, xml: string): string {
  if (name.startsWith('ppt/charts/chart')) return xml.replace(DEPTH_AXIS, '')
  const russian = xml.replaceAll('lang="en-US"', 'lang="ru-RU"')
  if (!/^ppt\/notesSlides\/notesSlide\d+\.xml$/.test(name)) return russian
  return russian.replaceAll(
    NEXT_PARAGRAPH,
    '</a:t></a:r></a:p><a:p><a:r><a:rPr lang="ru-RU" dirty="0"/><a:t>',
  )
}

/** What every slide has: title, rule, footer with the page, and the mark if there is one. */
function frame(canvas: Canvas, show: SlideShow, title: string, page: number): void {
  const { mark, footer, slides } = show
  if (mark !== undefined) {
    const strip = { x: 0, y: 0, w: SLIDE.w, h: MARK_H }
    write(canvas, mark, strip, SMALL_STRONG, {
      align: 'center',
      color: INKS.paper,
      fill: { color: ALARM },
      valign: 'middle',
    })
  }
  write(canvas, cutToLines(title, WIDTH, TITLE_TYPE, 1), TITLE, TITLE_TYPE, {
    color: INKS.accent,
    valign: 'middle',
    placeholder: 'title',
  })
  const rule = { x: MARGIN, y: TITLE.y + TITLE.h + 0.04, w: WIDTH, h: 0 }
  canvas.addShape('line', { ...rule, line: { color: INKS.rule, width: 1 } })
  const half = { ...FOOTER, w: WIDTH / 2 }
  write(canvas, cutToLines(footer, half.w, SMALL, 1), half, SMALL, { color: INKS.quiet })
  write(canvas, `${page} из ${slides.length}`, { ...half, x: MARGIN + half.w }, SMALL, {
    color: INKS.quiet,
    align: 'right',
  })
}
