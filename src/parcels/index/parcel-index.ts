// All parcels' shapes in a few arrays that threads share, with a packed R-tree over their boxes.
// What a search asks of them is parcel-search.ts's; the rest of a parcel stays in the database.
import Flatbush from 'flatbush'
import { GrowingArray } from '../../datasets/growing-array.ts'
import { toFixedDegrees } from '../../geometry/fixed-degrees.ts'
import { sumOf } from '../../numbers/sum.ts'
import type { ParcelGeometry } from '../table/parcel.ts'
import { polygonsOf } from '../table/parcel-place.ts'

/**
 * What the thread that builds an index hands over. Each array of starts has one more for the end.
 */
export interface ParcelIndexData {
  readonly tree: SharedArrayBuffer
  /** x and y by turns, in whole units of a degree; of closed rings the last point is left out. */
  readonly coordinates: Int32Array
  /** Where a ring starts, in points; a polygon, in rings; a parcel, in polygons. */
  readonly ringStarts: Uint32Array
  readonly polygonStarts: Uint32Array
  readonly parcelStarts: Uint32Array
  /** Cadastral numbers one after another, ASCII. */
  readonly numbers: Uint8Array
  readonly numberStarts: Uint32Array
}

export interface ParcelIndex extends Omit<ParcelIndexData, 'tree'> {
  readonly tree: Flatbush
  readonly size: number
  /** The same memory as `numbers`. */
  readonly numberText: Buffer
}

interface ParcelIndexBuilder {
  add(cadastralNumber: string, geometry: ParcelGeometry): void
  finish(): ParcelIndexData
}

/** Parcels keep the order in which they were added; equally distant ones are answered in it. */
export function parcelIndexBuilder(): ParcelIndexBuilder {
  const boxes = new GrowingArray(Int32Array)
  const coordinates = new GrowingArray(Int32Array)
  const ringStarts = new GrowingArray(Uint32Array)
  const polygonStarts = new GrowingArray(Uint32Array)
  const parcelStarts = new GrowingArray(Uint32Array)
  const numbers = new GrowingArray(Uint8Array)
  const numberStarts = new GrowingArray(Uint32Array)
  return {
    add(cadastralNumber, geometry) {
      parcelStarts.push(polygonStarts.length)
      numberStarts.push(numbers.length)
      for (let at = 0; at < cadastralNumber.length; at += 1) {
        numbers.push(cadastralNumber.charCodeAt(at))
      }
      let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
      for (const polygon of polygonsOf(geometry)) {
        polygonStarts.push(ringStarts.length)
        for (const ring of polygon) {
          ringStarts.push(coordinates.length / 2)
          for (let at = 0; at < ring.length - 1; at += 1) {
            const [lon, lat] = ring[at] as readonly [number, number]
            const x = toFixedDegrees(lon)
            const y = toFixedDegrees(lat)
            coordinates.push(x)
            coordinates.push(y)
            if (x < minX) minX = x
            if (x > maxX) maxX = x
            if (y < minY) minY = y
            if (y > maxY) maxY = y
          }
        }
      }
      for (const side of [minX, minY, maxX, maxY]) boxes.push(side)
    },
    finish() {
      const size = parcelStarts.length
      parcelStarts.push(polygonStarts.length)
      polygonStarts.push(ringStarts.length)
      ringStarts.push(coordinates.length / 2)
      numberStarts.push(numbers.length)
      // The tree needs an item, so that of no parcels holds one that no search meets.
      const tree = new Flatbush(Math.max(1, size), 16, Int32Array, SharedArrayBuffer)
      if (size === 0) tree.add(0, 0, 0, 0)
      const sides = boxes.view()
      for (let at = 0; at < size * 4; at += 4) {
        const [minX = 0, minY = 0, maxX = 0, maxY = 0] = sides.subarray(at, at + 4)
        tree.add(minX, minY, maxX, maxY)
      }
      tree.finish()
      return {
        tree: tree.data as SharedArrayBuffer,
        coordinates: coordinates.shared(),
        ringStarts: ringStarts.shared(),
        polygonStarts: polygonStarts.shared(),
        parcelStarts: parcelStarts.shared(),
        numbers: numbers.shared(),
        numberStarts: numberStarts.shared(),
      }
    },
  }
}

export function openParcelIndex(data: ParcelIndexData): ParcelIndex {
  const { buffer, byteOffset, byteLength } = data.numbers
  return {
    ...data,
    tree: Flatbush.from(data.tree),
    size: data.parcelStarts.length - 1,
    numberText: Buffer.from(buffer, byteOffset, byteLength),
  }
}

/** Bytes of all arrays together. */
export function indexBytes({ tree, ...arrays }: ParcelIndexData): number {
  return sumOf([tree, ...Object.values(arrays)], ({ byteLength }) => byteLength)
}

export function numberOf({ numberText, numberStarts }: ParcelIndex, parcel: number): string {
  return numberText.toString('latin1', numberStarts[parcel], numberStarts[parcel + 1])
}

/** Of all its rings together. */
export function pointCount(index: ParcelIndex, parcel: number): number {
  const { parcelStarts, polygonStarts, ringStarts } = index
  const first = ringStarts[polygonStarts[parcelStarts[parcel] as number] as number] as number
  const end = ringStarts[polygonStarts[parcelStarts[parcel + 1] as number] as number] as number
  return end - first
}
