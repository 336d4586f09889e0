// Sketch of where the comparables lie around the subject: distance and bearing, no map tiles.
// Pure geometry to a drawing; never asks anyone for a map.
import { degrees, radians } from '../../geometry/angles.ts'
import { KM_PER_DEGREE } from '../../geometry/earth.ts'
import { formatDistanceM } from '../../russian-format.ts'
import { type Drawing, type Point, roundMm, type Shape } from '../drawing.ts'
import { niceStep } from './nice-step.ts'
import { plainNorthArrow, scaleLine } from './north-and-scale.ts'

export interface Place {
  lat: number
  lon: number
}

/** A comparable on the sketch; `number` is the one it carries in the tables. */
interface SketchedPlace {
  number: number
  distanceM: number
  bearingDeg: number
}

const WIDTH_MM = 104
const HEIGHT_MM = 84
const CENTRE: Point = [WIDTH_MM / 2, HEIGHT_MM / 2]
const REACH_MM = 37
const BADGE_MM = 2.3
const SUBJECT_MM = 3
const BADGE_GAP_MM = 0.4
/** With all comparables in one building the sketch still spans this much. */
const MIN_REACH_M = 50
/** Rounds of pushing badges apart; 20 on one spot settle in under 100. */
const SPREAD_ROUNDS = 400

export function drawSketchMap(places: SketchedPlace[]): Drawing {
  const farthestM = Math.max(MIN_REACH_M, ...places.map((place) => place.distanceM))
  const mmPerM = REACH_MM / farthestM
  const spots = places.map((place) => spotOf(place, mmPerM))
  const badges = spreadApart(spots)

  const shapes: Shape[] = [
    { shape: 'rectangle', x: 0, y: 0, width: WIDTH_MM, height: HEIGHT_MM, fill: 'wash' },
    ...distanceRings(farthestM, mmPerM, spots),
  ]
  for (const [index, spot] of spots.entries()) {
    const badge = badges[index]
    if (!badge || distance(spot, badge) < 0.8) continue
    shapes.push({ shape: 'line', points: [spot, badge], ink: 'quiet', widthPt: 0.5 })
    shapes.push({ shape: 'circle', x: spot[0], y: spot[1], radius: 0.6, fill: 'quiet' })
  }
  shapes.push(...subjectMark())
  for (const [index, [x, y]] of badges.entries()) {
    const text = String(places[index]?.number ?? '')
    shapes.push({ shape: 'circle', x, y, radius: BADGE_MM, fill: 'paper', ink: 'accent' })
    shapes.push({ shape: 'label', x, y, text, anchor: 'middle', sizePt: 7, ink: 'text' })
  }
  shapes.push(...plainNorthArrow(WIDTH_MM - 6, 9), ...scaleLine(mmPerM, 5, HEIGHT_MM - 5))
  return { kind: 'drawing', widthMm: WIDTH_MM, heightMm: HEIGHT_MM, shapes }
}

/** Great-circle distance in metres (haversine) and initial bearing in degrees from north. */
export function directionTo(from: Place, to: Place): { distanceM: number; bearingDeg: number } {
  const [fromLat, toLat] = [radians(from.lat), radians(to.lat)]
  const deltaLon = radians(to.lon - from.lon)
  const half =
    Math.sin((toLat - fromLat) / 2) ** 2 +
    Math.cos(fromLat) * Math.cos(toLat) * Math.sin(deltaLon / 2) ** 2
  const bearing = Math.atan2(
    Math.sin(deltaLon) * Math.cos(toLat),
    Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(deltaLon),
  )
  return {
    distanceM: degrees(2 * Math.asin(Math.sqrt(Math.min(1, half)))) * KM_PER_DEGREE * 1000,
    bearingDeg: (degrees(bearing) + 360) % 360,
  }
}

const POINTS_OF_COMPASS = ['С', 'СВ', 'В', 'ЮВ', 'Ю', 'ЮЗ', 'З', 'СЗ']

/** `45` → `СВ`. */
export function compassPoint(bearingDeg: number): string {
  return POINTS_OF_COMPASS[Math.round(bearingDeg / 45) % 8] ?? ''
}

function spotOf(place: SketchedPlace, mmPerM: number): Point {
  return polar(place.distanceM * mmPerM, place.bearingDeg)
}

function polar(lengthMm: number, bearingDeg: number): Point {
  const angle = radians(bearingDeg)
  return [
    roundMm(CENTRE[0] + lengthMm * Math.sin(angle)),
    roundMm(CENTRE[1] - lengthMm * Math.cos(angle)),
  ]
}

/** A point while it is pushed about. */
type Moving = [x: number, y: number]

/** Moves badges off each other and off the subject, each as little as it takes. */
function spreadApart(spots: Point[]): Point[] {
  const badges = spots.map(([x, y]): Moving => [x, y])
  const subject: Point = [...CENTRE]
  for (let turn = 0; turn < SPREAD_ROUNDS; turn += 1) {
    let moved = false
    for (const [index, badge] of badges.entries()) {
      for (let other = index + 1; other < badges.length; other += 1) {
        const neighbour = badges[other]
        if (!neighbour) continue
        const push = overlap(badge, neighbour, 2 * BADGE_MM + BADGE_GAP_MM, index + other)
        if (!push) continue
        moved = true
        shift(badge, push, -0.5)
        shift(neighbour, push, 0.5)
      }
      const push = overlap(subject, badge, SUBJECT_MM + BADGE_MM + BADGE_GAP_MM, index)
      if (push) {
        moved = true
        shift(badge, push, 1)
      }
      badge[0] = clamp(badge[0], BADGE_MM + 1, WIDTH_MM - BADGE_MM - 1)
      badge[1] = clamp(badge[1], BADGE_MM + 1, HEIGHT_MM - BADGE_MM - 1)
    }
    if (!moved) break
  }
  return badges.map(([x, y]): Point => [roundMm(x), roundMm(y)])
}

/** The vector that takes `b` out of `a`'s circle, or nothing when they are clear of each other. */
function overlap(a: Point, b: Point, clearMm: number, seed: number): Point | undefined {
  const gap = distance(a, b)
  if (gap >= clearMm - 0.01) return undefined
  // On the very same spot any direction will do; the golden angle keeps them from queueing up.
  const angle = seed * 2.399963
  const [dx, dy] = gap > 0.01 ? [b[0] - a[0], b[1] - a[1]] : [Math.sin(angle), -Math.cos(angle)]
  const length = Math.hypot(dx, dy)
  return [(dx / length) * (clearMm - gap), (dy / length) * (clearMm - gap)]
}

function shift(point: Moving, by: Point, share: number): void {
  point[0] += by[0] * share
  point[1] += by[1] * share
}

function distanceRings(farthestM: number, mmPerM: number, spots: Point[]): Shape[] {
  const stepM = niceStep(farthestM / 4)
  const bearingDeg = emptiestBearing(spots)
  const shapes: Shape[] = []
  for (let ringM = stepM; ringM <= farthestM * 1.001; ringM += stepM) {
    const radius = roundMm(ringM * mmPerM)
    shapes.push({ shape: 'circle', x: CENTRE[0], y: CENTRE[1], radius, ink: 'rule' })
  }
  for (let ringM = stepM; ringM <= farthestM * 1.001; ringM += stepM) {
    const [x, y] = polar(ringM * mmPerM, bearingDeg)
    const text = formatDistanceM(ringM)
    const width = 2 + text.length * 1.2
    shapes.push(
      { shape: 'rectangle', x: roundMm(x - width / 2), y: y - 1.5, width, height: 3, fill: 'wash' },
      { shape: 'label', x, y, text, anchor: 'middle', sizePt: 6.5, ink: 'quiet' },
    )
  }
  return shapes
}

/** Where the rings are named: the direction farthest from every comparable. */
function emptiestBearing(spots: Point[]): number {
  const room = (bearingDeg: number) =>
    Math.min(...spots.map((spot) => distance(spot, polar(REACH_MM * 0.7, bearingDeg))))
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

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
