// Where a street or a city lies when the table has only its houses' places: in their middle. Houses
// without coordinates do not count.
import { NO_COORDINATE } from './index-coordinates.ts'

/** Coordinates in fixed degrees, place i in the middle of what is counted for it. */
export interface Places {
  readonly lat: Int32Array<ArrayBuffer>
  readonly lon: Int32Array<ArrayBuffer>
}

/** The means of runs of places: run s is starts[s]..starts[s + 1]. */
export function meansOfRuns(starts: Uint32Array, places: Places): Places {
  const group = new Uint32Array(places.lat.length)
  for (let s = 0; s + 1 < starts.length; s += 1) group.fill(s, starts[s], starts[s + 1])
  return meansOfGroups(group, starts.length - 1, places)
}

/** The means of groups of places: place i is of group[i]. */
export function meansOfGroups(
  group: Uint32Array,
  groupCount: number,
  { lat, lon }: Places,
): Places {
  const sumLat = new Float64Array(groupCount)
  const sumLon = new Float64Array(groupCount)
  const counted = new Uint32Array(groupCount)
  for (let i = 0; i < group.length; i += 1) {
    const g = group[i] ?? 0
    if (lat[i] === NO_COORDINATE) continue
    sumLat[g] = (sumLat[g] ?? 0) + (lat[i] ?? 0)
    sumLon[g] = (sumLon[g] ?? 0) + (lon[i] ?? 0)
    counted[g] = (counted[g] ?? 0) + 1
  }
  const mean = (sums: Float64Array) =>
    Int32Array.from(sums, (sum, g) => {
      const n = counted[g] ?? 0
      return n === 0 ? NO_COORDINATE : Math.round(sum / n)
    })
  return { lat: mean(sumLat), lon: mean(sumLon) }
}
