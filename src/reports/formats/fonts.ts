// The typefaces of reports: files of a package, never of the machine, where a report carries its
// own; a name that every office has where it cannot.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { coveredCodePoints } from './font-coverage.ts'

export const FONT_FAMILY = 'PT Sans'

/** In Word and PowerPoint, whose files only name one; LibreOffice has one of the same widths. */
export const OFFICE_FONT_FAMILY = 'Arial'

/** Regular and bold, whole TrueType fonts. */
export const FONT_FILES: readonly string[] = [
  '400Regular/PTSans_400Regular.ttf',
  '700Bold/PTSans_700Bold.ttf',
].map((file) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/pt-sans/${file}`)))

interface Fonts {
  regular: Buffer
  bold: Buffer
  /** Code points that both can draw. */
  covered: ReadonlySet<number>
}

export function readFonts(): Fonts {
  const [regular, bold] = FONT_FILES.map((file) => readFileSync(file)) as [Buffer, Buffer]
  const covered = coveredCodePoints(regular).intersection(coveredCodePoints(bold))
  return { regular, bold, covered }
}
