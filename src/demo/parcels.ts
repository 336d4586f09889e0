// Parcels of the demonstration town: land that nobody owns, in shapes that real sites have and in
// shapes that make trouble. They lie between the town's houses. Every answer about them names their
// source.
import { DEMO_SOURCE } from '../datasets/dataset-store.ts'
import { type LonLat, localPlaneAt } from '../geometry/local-plane.ts'
import type { Point, Ring } from '../geometry/plane.ts'
import { parcelShapeOf } from '../parcels/table/parcel-shape.ts'
import type { ImportedParcel } from '../parcels/table/parcel-store.ts'
import { CITY } from './house-address.ts'

/** Rings of each polygon, in metres around the parcel's own middle. */
type Sketch = readonly (readonly Ring[])[]

const rectangle = (widthM: number, depthM: number, [x, y]: Point = [0, 0]): Ring => [
  [x - widthM / 2, y - depthM / 2],
  [x + widthM / 2, y - depthM / 2],
  [x + widthM / 2, y + depthM / 2],
  [x - widthM / 2, y + depthM / 2],
]

/** Land of one part without holes. */
const plain = (...ring: Point[]): Sketch => [[ring]]

const SKETCHES: readonly (readonly [use: Use, sketch: Sketch])[] = [
  ['high', plain(...rectangle(90, 70))],
  ['high', plain(...rectangle(160, 110))],
  ['middle', plain(...rectangle(60, 100))],
  // An L.
  ['middle', plain([-60, -50], [60, -50], [60, -5], [-5, -5], [-5, 60], [-60, 60])],
  // A substation in the middle that is not part of it.
  ['high', [[rectangle(130, 120), rectangle(24, 20, [10, -8])]]],
  ['middle', plain([-70, -40], [55, -55], [80, 30], [-45, 60])],
  // A strip too narrow to build on.
  ['middle', plain(...rectangle(140, 6))],
  // Two parts with a lane between.
  ['high', [[rectangle(70, 90, [-45, 0])], [rectangle(60, 75, [40, 5])]]],
  ['house', plain(...rectangle(24, 32))],
  // A U, open to the south.
  [
    'high',
    plain([-70, -60], [-30, -60], [-30, 10], [30, 10], [30, -60], [70, -60], [70, 60], [-70, 60]),
  ],
  ['middle', plain([-50, -35], [20, -60], [65, -10], [40, 50], [-35, 55])],
  // A bend of the embankment.
  [
    'high',
    plain(
      ...Array.from(
        { length: 16 },
        (_, at): Point => [65 * Math.cos((at * Math.PI) / 8), 50 * Math.sin((at * Math.PI) / 8)],
      ),
    ),
  ],
]

type Use = 'high' | 'middle' | 'house'

const USES: Readonly<Record<Use, readonly [permittedUse: string, rubPerM2: number]>> = {
  high: ['Многоэтажная жилая застройка (высотная застройка)', 7_400],
  middle: ['Среднеэтажная жилая застройка', 5_900],
  house: ['Для индивидуального жилищного строительства', 3_100],
}

const ROWS = 6
const COLUMNS = 6
const PITCH_M = 330

/** @param centre of the town; parcels lie in a square of two kilometres around it */
export function demoParcels(centre: LonLat): readonly ImportedParcel[] {
  const town = localPlaneAt(centre)
  return Array.from({ length: ROWS * COLUMNS }, (_, index): ImportedParcel => {
    const [use, sketch] = SKETCHES[index % SKETCHES.length] as (typeof SKETCHES)[number]
    const row = Math.floor(index / COLUMNS)
    const middle: Point = [
      ((index % COLUMNS) - (COLUMNS - 1) / 2) * PITCH_M,
      (row - (ROWS - 1) / 2) * PITCH_M,
    ]
    const turn = (index * 0.37) % (Math.PI / 2)
    const place = ([x, y]: Point): LonLat =>
      town.toLonLat([
        middle[0] + x * Math.cos(turn) - y * Math.sin(turn),
        middle[1] + x * Math.sin(turn) + y * Math.cos(turn),
      ])
    const read = parcelShapeOf(
      {
        type: 'MultiPolygon',
        coordinates: sketch.map((rings) => rings.map((ring) => ring.map(place))),
      },
      4326,
    )
    if ('reason' in read) throw new TypeError(`a demonstration parcel has ${read.reason}`)
    const declaredAreaM2 = Math.round(read.shape.areaM2)
    const [permittedUse, rubPerM2] = USES[use]
    return {
      cadastralNumber: `99:01:0000001:${index + 1}`,
      ...read.shape,
      declaredAreaM2,
      address: `${CITY}, земельный участок ${index + 1}`,
      category: 'Земли населённых пунктов',
      permittedUse,
      status: 'Учтенный',
      ownership: index % 3 === 0 ? 'Собственность публично-правовых образований' : 'Частная',
      cadastralValueRub: declaredAreaM2 * rubPerM2,
      source: DEMO_SOURCE,
    }
  })
}
