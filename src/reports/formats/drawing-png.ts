// A vector drawing as PNG bytes, for formats whose readers cannot all show SVG.
// Blocks the thread while it works; draws with the package's own fonts and never the machine's.
import { Resvg } from '@resvg/resvg-js'
import type { Drawing } from '../drawing.ts'
import { svgOf } from './drawing-svg.ts'
import { FONT_FAMILY, FONT_FILES } from './fonts.ts'

/** Sharp in print; a picture across the page is 1,345 pixels wide. */
const DOTS_PER_INCH = 192

/** @param drawing its texts already plain, see plain-text.ts */
export function pngOf(drawing: Drawing): Uint8Array {
  const picture = new Resvg(svgOf(drawing), {
    font: {
      loadSystemFonts: false,
      fontFiles: [...FONT_FILES],
      defaultFontFamily: FONT_FAMILY,
      sansSerifFamily: FONT_FAMILY,
    },
    fitTo: { mode: 'width', value: Math.round((drawing.widthMm / 25.4) * DOTS_PER_INCH) },
    background: 'white',
  })
  return picture.render().asPng()
}
