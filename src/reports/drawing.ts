// A picture as a part of a document: shapes in millimetres, with roles for colours. What a picture
// shows is each drawing's, how it is painted each format's.
import { round } from '../rounding.ts'

/** Vector picture in millimetres, origin at the top left, shapes painted in order. */
export interface Drawing {
  kind: 'drawing'
  widthMm: number
  heightMm: number
  shapes: Shape[]
  caption?: string
}

export type Shape =
  | {
      shape: 'line'
      points: Point[]
      ink: Ink
      widthPt: number
      dashed?: boolean
    }
  | { shape: 'polygon'; points: Point[]; fill: Ink }
  /** Rings by the even-odd rule, so that a ring inside another is a hole; `ink` draws their edge. */
  | { shape: 'area'; rings: Point[][]; fill?: Ink; ink?: Ink; widthPt?: number; dashed?: boolean }
  /** Many lines of one kind, such as a hatching. */
  | { shape: 'strokes'; lines: Point[][]; ink: Ink; widthPt: number; dashed?: boolean }
  | { shape: 'rectangle'; x: number; y: number; width: number; height: number; fill: Ink }
  | { shape: 'circle'; x: number; y: number; radius: number; fill?: Ink; ink?: Ink }
  | {
      shape: 'label'
      /** The anchor's place: `start` hangs the text right of it, `end` left; centred in height. */
      x: number
      y: number
      text: string
      anchor: 'start' | 'middle' | 'end'
      sizePt: number
      ink: Ink
      strong?: boolean
      /** Turned clockwise around its anchor. */
      angleDeg?: number
      /** Painted behind the text, so that lines under it do not cross it. */
      halo?: Ink
    }

export type Point = [x: number, y: number]

/** Roles, not colours: each format has its own palette. */
export type Ink =
  | 'text'
  | 'quiet'
  | 'rule'
  | 'wash'
  | 'accent'
  | 'accent-soft'
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

/** Hundredths of a millimetre: finer digits would only make bytes differ. */
export function roundMm(mm: number): number {
  return round(mm, 2)
}

/** Hundredths of a degree, for the same reason. */
export function roundDeg(degrees: number): number {
  return round(degrees, 2)
}
