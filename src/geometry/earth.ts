// The Earth, taken for a sphere: its size, good to half a per cent, which is enough for nearness, and
// the way around it.

/**
 * Length of a degree of latitude: a great circle of 40,030 km, divided by 360. A degree of longitude
 * is this times the cosine of the latitude.
 */
export const KM_PER_DEGREE = 111.195

/** How far east of a meridian another lies, the short way round: −180 to 180 degrees. */
export function degreesEast(fromLon: number, toLon: number): number {
  const degrees = toLon - fromLon
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}
