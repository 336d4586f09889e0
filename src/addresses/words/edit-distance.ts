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
  // Of the table of distances, the row of typed letter i and those of i − 1, i − 2 and i − 3.
  let row3 = new Int8Array(width)
  let row2 = new Int8Array(width)
  let row1 = new Int8Array(width)
  let row0 = new Int8Array(width)
  const far = maxEdits + 1
  const answer = { whole: far, begun: far }
  return (units, start, length) => {
    const m = Math.min(length, n + maxEdits)
    answer.whole = far
    answer.begun = far
    for (let j = 0; j <= maxEdits; j += 1) row1[j] = j
    for (let i = 1; i <= n; i += 1) {
      const unit = typedUnits[i - 1]
      const from = Math.max(1, i - maxEdits)
      const to = Math.min(m, i + maxEdits)
      row0[from - 1] = from === 1 ? Math.min(i, far) : far
      let least = row0[from - 1] ?? far
      for (let j = from; j <= to; j += 1) {
        const other = units[start + j - 1]
        let cost = (row1[j - 1] ?? far) + (unit === other ? 0 : 1)
        const left = (row0[j - 1] ?? far) + 1
        if (left < cost) cost = left
        const above = j <= i - 1 + maxEdits ? (row1[j] ?? far) + 1 : far
        if (above < cost) cost = above
        if (
          i > 1 &&
          j > 1 &&
          unit !== other &&
          unit === units[start + j - 2] &&
          typedUnits[i - 2] === other
        ) {
          const swapped = (row2[j - 2] ?? far) + 1
          if (swapped < cost) cost = swapped
        }
        // Swapped around a letter that was lost, or around one that was added.
        if (i > 1 && j > 2 && unit === units[start + j - 3] && typedUnits[i - 2] === other) {
          const swapped = (row2[j - 3] ?? far) + 2
          if (swapped < cost) cost = swapped
        }
        if (
          i > 2 &&
          j > 1 &&
          j < i + maxEdits &&
          unit === units[start + j - 2] &&
          typedUnits[i - 3] === other
        ) {
          const swapped = (row3[j - 2] ?? far) + 2
          if (swapped < cost) cost = swapped
        }
        row0[j] = cost
        if (cost < least) least = cost
      }
      if (least >= far) return answer
      const spare = row3
      row3 = row2
      row2 = row1
      row1 = row0
      row0 = spare
    }
    if (m === length && Math.abs(m - n) <= maxEdits) answer.whole = row1[m] ?? far
    const from = Math.max(1, n - maxEdits)
    for (let j = from; j <= m; j += 1) {
      const cost = row1[j] ?? far
      if (cost < answer.begun) answer.begun = cost
    }
    return answer
  }
}
