// Sketch of where the comparables lie around the subject: distance and bearing, no map tiles.
// Pure geometry to a drawing; never asks anyone for a map.
import { radians } from '../../geometry/angles.ts'
import { pointDistance } from '../../geometry/plane.ts'
import { formatDistanceM } from '../../text/russian-format.ts'
import { type Drawing, lineBetween, type Point, roundMm, type Shape } from '../drawing.ts'
import { niceStep } from './charts/nice-step.ts'
import { plainNorthArrow, scaleLine } from './north-and-scale.ts'
import {
  type BadgeBox,
  type BadgedPoint,
  type Dot,
  SKETCH_HEIGHT_MM as HEIGHT_MM,
  NORTH_AT,
  type PlacedBadge,
  placeBadges,
  SCALE_AT,
  SKETCH_WIDTH_MM as WIDTH_MM,
} from './sketch-badges.ts'

/** A comparable on the sketch; `number` is the one it carries in the tables. */
interface SketchedPlace {
  number: number
  distanceM: number
  bearingDeg: number
}

const CENTRE: Point = [WIDTH_MM / 2, HEIGHT_MM / 2]
const REACH_MM = 32
/** Corners that a badge's rounding is drawn with. */
const ROUND_STEPS = 32
const SUBJECT_MM = 3
const DOT_MM = 0.7
/** Dots nearer than this cover each other: they are one point with one badge. */
const SAME_POINT_MM = 2 * DOT_MM
/** With all comparables in one building the sketch still spans this much. */
const MIN_REACH_M = 50

export function drawSketchMap(places: SketchedPlace[]): Drawing {
  const farthestM = Math.max(MIN_REACH_M, ...places.map((place) => place.distanceM))
  const mmPerM = REACH_MM / farthestM
  const dots = places.map((place) => ({
    number: place.number,
    at: polar(place.distanceM * mmPerM, place.bearingDeg),
  }))
  const spots = dots.map(({ at }) => at)
  const rings = ringsFor(farthestM, mmPerM, spots)
  const badges = placeBadges(pointsOf(dots), [
    ...rings.map(({ label }) => label),
    { x: CENTRE[0], y: CENTRE[1], halfWidth: SUBJECT_MM, halfHeight: SUBJECT_MM },
    ...spots.map(([x, y]) => ({ x, y, halfWidth: DOT_MM, halfHeight: DOT_MM })),
  ])
  return {
    kind: 'drawing',
    widthMm: WIDTH_MM,
    heightMm: HEIGHT_MM,
    shapes: [
      { shape: 'rectangle', x: 0, y: 0, width: WIDTH_MM, height: HEIGHT_MM, fill: 'wash' },
      ...ringShapes(rings),
      ...badges.flatMap(leaderLines),
      ...subjectMark(),
      ...badges.flatMap(badgeShapes),
      ...spots.map(([x, y]): Shape => ({ shape: 'circle', x, y, radius: DOT_MM, fill: 'accent' })),
      ...plainNorthArrow(...NORTH_AT),
      ...scaleLine(mmPerM, ...SCALE_AT),
    ],
    alt: placesInWords(places),
  }
}

function placesInWords(places: readonly SketchedPlace[]): string {
  const farthestM = Math.max(...places.map(({ distanceM }) => distanceM))
  return (
    `Схема: аналогов вокруг объекта оценки — ${places.length}, ` +
    `самый дальний — на расстоянии ${formatDistanceM(farthestM)}.`
  )
}

/** Comparables whose dots cover each other. */
function pointsOf(dots: readonly Dot[]): BadgedPoint[] {
  const points: Dot[][] = []
  for (const dot of dots) {
    const point = points.find(([first]) => first && pointDistance(first.at, dot.at) < SAME_POINT_MM)
    if (point) point.push(dot)
    else points.push([dot])
  }
  return points.map((of) => ({ dots: of }))
}

function leaderLines({ point, x, y }: PlacedBadge): Shape[] {
  return point.dots.map(({ at }) => lineBetween(at, [x, y], 'quiet', 0.5))
}

/** A circle or, for more than two characters, two half circles and what is between. */
function badgeShapes({ x, y, halfWidth, halfHeight, text }: PlacedBadge): Shape[] {
  const straight = halfWidth - halfHeight
  const ring = Array.from({ length: ROUND_STEPS }, (_, step): Point => {
    const angle = ((step + 0.5) / ROUND_STEPS) * 2 * Math.PI
    const side = Math.sign(Math.cos(angle)) * straight
    return [
      roundMm(x + side + halfHeight * Math.cos(angle)),
      roundMm(y + halfHeight * Math.sin(angle)),
    ]
  })
  return [
    { shape: 'area', rings: [ring], fill: 'paper', ink: 'accent' },
    { shape: 'label', x, y, text, anchor: 'middle', sizePt: 7, ink: 'text' },
  ]
}

function polar(lengthMm: number, bearingDeg: number): Point {
  const angle = radians(bearingDeg)
  return [
    roundMm(CENTRE[0] + lengthMm * Math.sin(angle)),
    roundMm(CENTRE[1] - lengthMm * Math.cos(angle)),
  ]
}

interface Ring {
  readonly radius: number
  readonly text: string
  /** Where the ring's name stands. */
  readonly label: BadgeBox
}

function ringsFor(farthestM: number, mmPerM: number, spots: Point[]): Ring[] {
  const stepM = niceStep(farthestM / 4)
  const bearingDeg = emptiestBearing(spots)
  const rings: Ring[] = []
  for (let ringM = stepM; ringM <= farthestM * 1.001; ringM += stepM) {
    const [x, y] = polar(ringM * mmPerM, bearingDeg)
    const text = formatDistanceM(ringM)
    const label = { x, y, halfWidth: 1 + text.length * 0.6, halfHeight: 1.5 }
    rings.push({ radius: roundMm(ringM * mmPerM), text, label })
  }
  return rings
}

function ringShapes(rings: readonly Ring[]): Shape[] {
  return [
    ...rings.map(
      ({ radius }): Shape => ({
        shape: 'circle',
        x: CENTRE[0],
        y: CENTRE[1],
        radius,
        ink: 'rule',
      }),
    ),
    ...rings.flatMap(({ text, label: { x, y, halfWidth, halfHeight } }): Shape[] => [
      {
        shape: 'rectangle',
        x: roundMm(x - halfWidth),
        y: y - halfHeight,
        width: 2 * halfWidth,
        height: 2 * halfHeight,
        fill: 'wash',
      },
      { shape: 'label', x, y, text, anchor: 'middle', sizePt: 6.5, ink: 'quiet' },
    ]),
  ]
}

/** Where the rings are named: the direction farthest from every comparable. */
function emptiestBearing(spots: Point[]): number {
  const room = (bearingDeg: number) =>
    Math.min(...spots.map((spot) => pointDistance(spot, polar(REACH_MM * 0.7, bearingDeg))))
  const bearings = [60, 105, 150, 195, 240, 285, 330, 15]
  return bearings.reduce((best, next) => (room(next) > room(best) ? next : best))
}

function subjectMark(): Shape[] {
  const [x, y] = CENTRE
  const square = (half: number): Point[] => [
    [x, y - half],
    [x + half, y],
    [x, y + half],
    [x - half, y],
  ]
  return [
    { shape: 'polygon', points: square(SUBJECT_MM), fill: 'accent' },
    { shape: 'polygon', points: square(1.1), fill: 'paper' },
  ]
}
