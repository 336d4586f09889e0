// A picture as a part of a document: shapes in millimetres, with roles for colours. Never here:
// what a picture shows (drawings/) and how it is painted (formats/).
import { round } from '../numbers/rounding.ts'

/** Vector picture in millimetres, origin at the top left, shapes painted in order. */
export interface Drawing {
  readonly kind: 'drawing'
  readonly widthMm: number
  readonly heightMm: number
  readonly shapes: readonly Shape[]
  /**
   * What it shows, for readers who do not see it; read behind the caption. Empty where the words
   * around it have said that.
   */
  readonly alt: string
  readonly caption?: string
}

export type Shape =
  | {
      readonly shape: 'line'
      readonly points: readonly Point[]
      readonly ink: Ink
      readonly widthPt: number
      readonly dashed?: boolean
    }
  | { readonly shape: 'polygon'; readonly points: readonly Point[]; readonly fill: Ink }
  /** Rings by the even-odd rule: a ring inside another is a hole; `ink` draws their edge. */
  | {
      readonly shape: 'area'
      readonly rings: readonly (readonly Point[])[]
      readonly fill?: Ink
      readonly ink?: Ink
      readonly widthPt?: number
      readonly dashed?: boolean
    }
  /** Many lines of one kind, such as a hatching. */
  | {
      readonly shape: 'strokes'
      readonly lines: readonly (readonly Point[])[]
      readonly ink: Ink
      readonly widthPt: number
    }
  | {
      readonly shape: 'rectangle'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly fill: Ink
    }
  | {
      readonly shape: 'circle'
      readonly x: number
      readonly y: number
      readonly radius: number
      readonly fill?: Ink
      readonly ink?: Ink
    }
  | {
      readonly shape: 'label'
      /** The anchor's place: `start` hangs the text right of it, `end` left; centred in height. */
      readonly x: number
      readonly y: number
      readonly text: string
      readonly anchor: 'start' | 'middle' | 'end'
      readonly sizePt: number
      readonly ink: Ink
      readonly strong?: boolean
      /** Turned clockwise around its anchor. */
      readonly angleDeg?: number
      /** Painted behind the text, so that lines under it do not cross it. */
      readonly halo?: Ink
    }

export type Point = readonly [x: number, y: number]

/** Roles, not colours: those are formats/palette.ts's. */
export type Ink =
  | 'text'
  | 'quiet'
  | 'rule'
  | 'wash'
  | 'accent'
  | 'accent-soft'
  | 'accent-warm'
  | 'paper'
  | VerdictInk
  | SiteInk

/** From a rule broken to a rule kept with room to spare. */
export type VerdictInk = 'bad' | 'warn' | 'fair' | 'good'

/** What stands on a site plan. */
type SiteInk =
  | 'boundary'
  | 'green'
  | 'lane'
  | 'parking'
  | 'playground'
  | 'building'
  | 'building-edge'
  | 'roof'
  | 'wall-light'
  | 'wall-dark'
  | 'wall-line'
  | 'shadow'

/** A line between two points. */
export function lineBetween(
  from: Point,
  to: Point,
  ink: Ink,
  widthPt: number,
): Extract<Shape, { shape: 'line' }> {
  return { shape: 'line', points: [from, to], ink, widthPt }
}

/** The ring of an upright box. */
export function boxRing(left: number, top: number, right: number, bottom: number): Point[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** Sizes of letters and widths of lines are in points, places in millimetres. */
export const MM_PER_PT = 25.4 / 72

/** Height of PT Sans capitals over its size: labels are centred on their capitals. */
export const CAP_HEIGHT = 0.7

/** Hundredths of a millimetre: finer digits would only make bytes differ. */
export function roundMm(mm: number): number {
  return round(mm, 2)
}

/** Hundredths of a degree, for the same reason. */
export function roundDeg(degrees: number): number {
  return round(degrees, 2)
}
