// The Earth, taken for a sphere: its size, good to half a per cent, which is enough for nearness, and
// the way around it.

/** Of latitude; of longitude times its cosine. A great circle of 40,030 km by 360. */
export const KM_PER_DEGREE = 111.195

/** How far east of a meridian another lies, the short way round: −180 to 180 degrees. */
export function degreesEast(fromLon: number, toLon: number): number {
  const degrees = toLon - fromLon
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}
