// Keeps labels on a drawing off each other: remembers what is taken and says what is still free.
// Knows boxes of text, never what they say.
import { radians } from '../../geometry/angles.ts'
import type { Point } from '../drawing.ts'

export interface TurnedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Clockwise around the middle. */
  readonly angleDeg: number
}

export interface LabelSpace {
  /** Takes the box if it is inside the sheet and free; false leaves all as it was. */
  take(box: TurnedBox): boolean
  /** As `take`, all or none. */
  takeAll(boxes: readonly TurnedBox[]): boolean
  /** Takes the box whatever else is there. */
  block(box: TurnedBox): void
}

/** Kept free along the sheet's edges: ticks and strokes reach a little past their boxes. */
const EDGE_MM = 1.2

export function createLabelSpace(widthMm: number, heightMm: number): LabelSpace {
  const taken: TurnedBox[] = []
  const isInside = ([x, y]: Point) =>
    x >= EDGE_MM && y >= EDGE_MM && x <= widthMm - EDGE_MM && y <= heightMm - EDGE_MM
  const isFree = (box: TurnedBox) =>
    cornersOf(box).every(isInside) && !taken.some((other) => overlap(box, other))
  const takeAll = (boxes: readonly TurnedBox[]) => {
    if (!boxes.every(isFree)) return false
    taken.push(...boxes)
    return true
  }
  return {
    take: (box) => takeAll([box]),
    takeAll,
    block: (box) => {
      taken.push(box)
    },
  }
}

/** About as wide as the text is set in the reports' font; rather more than less. */
export function textWidthMm(text: string, sizePt: number, strong = false): number {
  let ems = 0
  for (const character of text) ems += widthInEms(character)
  return ems * sizePt * 0.3528 * (strong ? 1.07 : 1)
}

/** Height of capitals, which is what a label is centred on. */
export function capHeightMm(sizePt: number): number {
  return sizePt * 0.3528 * 0.7
}

function widthInEms(character: string): number {
  if (/[\s.,:;·|']/u.test(character)) return 0.29
  if (/[\d–×−+=]/u.test(character)) return 0.56
  if (/[ЖМШЩЮФЫWM]/u.test(character)) return 0.88
  if (/[жмшщюфыwm]/u.test(character)) return 0.76
  if (/\p{Lu}/u.test(character)) return 0.66
  return 0.56
}

/** Corners of the box as it lies. */
export function cornersOf({ x, y, width, height, angleDeg }: TurnedBox): Point[] {
  const angle = radians(angleDeg)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ].map(([dx = 0, dy = 0]): Point => [x + dx * cos - dy * sin, y + dx * sin + dy * cos])
}

/** By the separating axis: two boxes are apart if the line of some side separates them. */
function overlap(a: TurnedBox, b: TurnedBox): boolean {
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)]
  return [a.angleDeg, a.angleDeg + 90, b.angleDeg, b.angleDeg + 90].every((angleDeg) => {
    const angle = radians(angleDeg)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const along = ([x, y]: Point) => x * cos + y * sin
    const [spanA, spanB] = [cornersA.map(along), cornersB.map(along)]
    return (
      Math.min(...spanA) < Math.max(...spanB) - 1e-6 &&
      Math.min(...spanB) < Math.max(...spanA) - 1e-6
    )
  })
}
