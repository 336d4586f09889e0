// Texts on a slide, in the one typeface of the reports. Writes in the box it is given;
// pptx-parts.ts decides where that is.
import { OFFICE_FONT_FAMILY } from './fonts.ts'
import type { Canvas, TextOptions } from './pptx-library.ts'
import type { TypeSize } from './slide-fit.ts'

/** Inches from the top left of the slide. */
export interface SlideBox {
  x: number
  y: number
  w: number
  h: number
}

/** Between one thing on a slide and the next, inches. */
export const GAP = 0.16

/** Nothing on a slide is smaller. */
export const SMALL: TypeSize = { pt: 14 }
export const SMALL_STRONG: TypeSize = { pt: 14, strong: true }

export function write(
  canvas: Canvas,
  text: string,
  box: SlideBox,
  type: TypeSize,
  more: TextOptions,
): void {
  canvas.addText(text, { ...box, ...textLook(type), valign: 'top', ...more })
}

export function textLook({ pt, strong = false }: TypeSize) {
  return { fontFace: OFFICE_FONT_FAMILY, fontSize: pt, bold: strong, margin: 0, lang: 'ru-RU' }
}
