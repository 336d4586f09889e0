// How large a text is on a drawing, by estimate: drawings are made without the font. Never where it
// has room (label-space.ts).
import { CAP_HEIGHT, MM_PER_PT } from '../drawing.ts'

/** About as wide as the text is set in the reports' font; rather more than less. */
export function textWidthMm(
  text: string,
  sizePt: number,
  { strong = false }: { readonly strong?: boolean } = {},
): number {
  let ems = 0
  for (const character of text) ems += widthInEms(character)
  return ems * sizePt * MM_PER_PT * (strong ? 1.07 : 1)
}

/** Height of capitals, which is what a label is centred on. */
export function capHeightMm(sizePt: number): number {
  return sizePt * MM_PER_PT * CAP_HEIGHT
}

function widthInEms(character: string): number {
  if (/[\s.,:;·|']/u.test(character)) return 0.29
  if (/[\d–×−+=]/u.test(character)) return 0.56
  if (/[ЖМШЩЮФЫWM]/u.test(character)) return 0.88
  if (/[жмшщюфыwm]/u.test(character)) return 0.76
  if (/\p{Lu}/u.test(character)) return 0.66
  return 0.56
}
