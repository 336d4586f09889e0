// The box of a map as a query names it: four numbers in a text, and the rules that they must keep.
// What lies in it is index/parcel-search.ts's.
import { formatShort } from '../text/russian-format.ts'
import type { LonLatBox } from './index/parcel-search.ts'

/** Degrees, either way. */
export const MAX_BOX = 0.2

/** A box of that size may come out a hair wider where its sides were rounded, degrees. */
const ROUNDING = 1e-6

/** With all the digits that programs write, and near zero as `5e-7`. */
const NUMBER = /^-?\d{1,3}(\.\d+)?(e-\d{1,2})?$/i

/** The box, or the rule that the text breaks, in Russian. */
export function readBox(text: string): LonLatBox | string {
  const parts = text.split(',').map((part) => part.trim())
  const [minLon = 0, minLat = 0, maxLon = 0, maxLat = 0] = parts.map(Number)
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) {
    return 'ожидаются четыре числа через запятую: minLon,minLat,maxLon,maxLat'
  }
  if (Math.abs(minLon) > 180 || Math.abs(maxLon) > 180) return 'долгота от −180° до 180°'
  if (Math.abs(minLat) > 90 || Math.abs(maxLat) > 90) return 'широта от −90° до 90°'
  if (minLon >= maxLon || minLat >= maxLat) {
    return 'minLon должна быть меньше maxLon, minLat — меньше maxLat'
  }
  const most = MAX_BOX + ROUNDING
  return maxLon - minLon > most || maxLat - minLat > most
    ? `не больше ${formatShort(MAX_BOX, 2)}° по каждой стороне`
    : { minLon, minLat, maxLon, maxLat }
}
