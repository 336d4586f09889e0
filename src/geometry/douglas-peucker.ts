// Which points of a ring hardly bend it (Ramer 1972; Douglas and Peucker 1973). What is made of the
// others is the callers'.

/** x and y by turns, the first point not repeated at the end. */
type FlatRing = ArrayLike<number>

/**
 * How often a point is looked at, on average, until spans are halved and no longer cut where they
 * bend most: of a comb each such cut takes off a single tooth. Other shapes take some 20 looks.
 */
const MAX_LOOKS = 64

/**
 * Which points of the ring stay, in order; none left out is farther than `tolerance` from the side
 * that replaces it. A ring that takes too long keeps some points more than it must.
 * @param xScale what one of x is in units of y and of `tolerance`
 * @returns positions of points, fewer than three where the whole ring is that thin
 */
export function keptPoints(ring: FlatRing, tolerance: number, xScale: number): readonly number[] {
  const count = ring.length / 2
  const xOf = (point: number) => (ring[(point % count) * 2] as number) * xScale
  const yOf = (point: number) => ring[(point % count) * 2 + 1] as number
  const kept = new Uint8Array(count)
  kept[0] = 1
  // A ring has no ends to begin from: the point farthest from its first one is the other.
  let [opposite, farthest2] = [0, -1]
  for (let point = 1; point < count; point += 1) {
    const distance2 = (xOf(point) - xOf(0)) ** 2 + (yOf(point) - yOf(0)) ** 2
    if (distance2 > farthest2) [opposite, farthest2] = [point, distance2]
  }
  kept[opposite] = 1
  const spans: [number, number][] = [
    [0, opposite],
    [opposite, count],
  ]
  let looks = MAX_LOOKS * count
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const [ax, ay] = [xOf(from), yOf(from)]
    const [dx, dy] = [xOf(to) - ax, yOf(to) - ay]
    const length2 = dx * dx + dy * dy
    let [bend, most2] = [-1, tolerance * tolerance]
    for (let point = from + 1; point < to; point += 1) {
      const [px, py] = [xOf(point) - ax, yOf(point) - ay]
      const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2))
      const distance2 = (px - along * dx) ** 2 + (py - along * dy) ** 2
      if (distance2 > most2) [bend, most2] = [point, distance2]
    }
    if (bend < 0) continue
    looks -= to - from
    if (looks < 0) bend = (from + to) >> 1
    kept[bend] = 1
    spans.push([from, bend], [bend, to])
  }
  return [...kept.keys()].filter((point) => kept[point] === 1)
}
