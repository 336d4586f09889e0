// Two coordinates of a request, which belong together.

interface Coordinates {
  readonly lat?: number | undefined
  readonly lon?: number | undefined
}

export const COORDINATES_RULE = 'нужно указать вместе со второй координатой'

/** The one that is missing beside the other, if one is. */
export function missingCoordinate({ lat, lon }: Coordinates): 'lat' | 'lon' | undefined {
  if ((lat === undefined) === (lon === undefined)) return undefined
  return lat === undefined ? 'lat' : 'lon'
}
