// The typeface of all reports, as files of a package and never of the machine.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { coveredCodePoints } from './font-coverage.ts'

export const FONT_FAMILY = 'PT Sans'

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
