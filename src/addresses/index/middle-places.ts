// Where a street or a city lies when the table has only its houses' places: in their middle. Houses
// without coordinates do not count.
import { median } from '../../numbers/order-statistics.ts'
import { groupedBy } from '../../numbers/packed-lists.ts'
import { NO_COORDINATE } from './index-coordinates.ts'

/** Coordinates in fixed degrees, place i in the middle of what is counted for it. */
export interface Places {
  readonly lat: Int32Array<ArrayBuffer>
  readonly lon: Int32Array<ArrayBuffer>
}

/** The middles of runs of places: run s is starts[s]..starts[s + 1]. */
export function middlesOfRuns(starts: Uint32Array, { lat, lon }: Places): Places {
  const middles = (values: Int32Array) =>
    Int32Array.from({ length: starts.length - 1 }, (_, s) =>
      middleOf(values.subarray(starts[s], starts[s + 1])),
    )
  return { lat: middles(lat), lon: middles(lon) }
}

/** The middles of groups of places: place i is of group[i]. */
export function middlesOfGroups(group: Uint32Array, groupCount: number, places: Places): Places {
  const { items, starts } = groupedBy(group, groupCount)
  return middlesOfRuns(starts, {
    lat: Int32Array.from(items, (place) => places.lat[place] as number),
    lon: Int32Array.from(items, (place) => places.lon[place] as number),
  })
}

/** The median: a house that a geocoder has put in the sea moves no street. */
function middleOf(values: Int32Array): number {
  const known = values.filter((value) => value !== NO_COORDINATE)
  return known.length === 0 ? NO_COORDINATE : Math.round(median(known))
}
