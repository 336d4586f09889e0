// How many typos lie between a typed word and a stored one: letters lost, added, replaced or
// swapped. Never knows which words there are. Called for thousands of words a query: it leaves no
// garbage.

/**
 * Compares the typed word with the stored one at units[start..start + length). `whole` is its
 * distance to the stored word, `begun` to the nearest beginning of it; more than the most edits
 * asked for means "too far", whatever the number. The answer is one object that the next call
 * writes over.
 */
type EditComparer = (
  units: Uint16Array,
  start: number,
  length: number,
) => { whole: number; begun: number }

/**
 * By the optimal string alignment distance, except that swapped neighbours may also have lost or
 * got one letter between them; row by row over the typed word and within a band of maxEdits.
 */
export function editComparer(typed: string, maxEdits: number): EditComparer {
  const n = typed.length
  const typedUnits = Uint16Array.from({ length: n }, (_, i) => typed.charCodeAt(i))
  const width = n + maxEdits + 2
  let earlier = new Int8Array(width)
  let before = new Int8Array(width)
  let previous = new Int8Array(width)
  let current = new Int8Array(width)
  const far = maxEdits + 1
  const answer = { whole: far, begun: far }
  return (units, start, length) => {
    const m = Math.min(length, n + maxEdits)
    answer.whole = far
    answer.begun = far
    for (let j = 0; j <= m; j += 1) previous[j] = j > far ? far : j
    for (let i = 1; i <= n; i += 1) {
      const unit = typedUnits[i - 1]
      const from = Math.max(1, i - maxEdits)
      const to = Math.min(m, i + maxEdits)
      current[from - 1] = from === 1 ? Math.min(i, far) : far
      let least = current[from - 1] ?? far
      for (let j = from; j <= to; j += 1) {
        const other = units[start + j - 1]
        let cost = (previous[j - 1] ?? far) + (unit === other ? 0 : 1)
        const left = (current[j - 1] ?? far) + 1
        if (left < cost) cost = left
        const above = j <= i - 1 + maxEdits ? (previous[j] ?? far) + 1 : far
        if (above < cost) cost = above
        if (
          i > 1 &&
          j > 1 &&
          unit !== other &&
          unit === units[start + j - 2] &&
          typedUnits[i - 2] === other
        ) {
          const swapped = (before[j - 2] ?? far) + 1
          if (swapped < cost) cost = swapped
        }
        // Swapped around a letter that was lost, or around one that was added.
        if (i > 1 && j > 2 && unit === units[start + j - 3] && typedUnits[i - 2] === other) {
          const swapped = (before[j - 3] ?? far) + 2
          if (swapped < cost) cost = swapped
        }
        if (
          i > 2 &&
          j > 1 &&
          j < i + maxEdits &&
          unit === units[start + j - 2] &&
          typedUnits[i - 3] === other
        ) {
          const swapped = (earlier[j - 2] ?? far) + 2
          if (swapped < cost) cost = swapped
        }
        if (cost > far) cost = far
        current[j] = cost
        if (cost < least) least = cost
      }
      if (least >= far) return answer
      const spare = earlier
      earlier = before
      before = previous
      previous = current
      current = spare
    }
    if (m === length && Math.abs(m - n) <= maxEdits) answer.whole = previous[m] ?? far
    const from = Math.max(1, n - maxEdits)
    for (let j = from; j <= m; j += 1) {
      const cost = previous[j] ?? far
      if (cost < answer.begun) answer.begun = cost
    }
    return answer
  }
}
