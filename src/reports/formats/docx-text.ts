// Text in a Word file. Never here: its size and place.
import { type IRunPropertiesOptions, NoBreakHyphen, TextRun } from 'docx'

/** In `1-комнатные`, `214-ФЗ`, `S-образной`: Word would end a line after it. */
const JOINING_HYPHEN = /(?<=(?<![\p{L}\d])[\p{L}\d]{1,3})-(?=\p{Script=Cyrillic})/u

/** The text as one run; a hyphen after a short part is Word's own that ends no line. */
export function textRun(text: string, look: IRunPropertiesOptions = {}): TextRun {
  const [first = '', ...others] = text.split(JOINING_HYPHEN)
  if (others.length === 0) return new TextRun({ ...look, text })
  const children = [first, ...others.flatMap((part) => [new NoBreakHyphen(), part])]
  return new TextRun({ ...look, children })
}
