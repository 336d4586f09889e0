// The nearest of many rows, in a heap of bounded size. The furthest row kept is at its top. Never
// here: how a distance is measured.

/** Keeps the `most` nearest rows offered; of equally near ones those earlier in content order. */
export class NearestRows {
  readonly #most: number
  readonly #rows: Int32Array
  readonly #distances: Float64Array
  #count = 0

  constructor(most: number) {
    this.#most = most
    this.#rows = new Int32Array(most)
    this.#distances = new Float64Array(most)
  }

  get isFull(): boolean {
    return this.#count === this.#most
  }

  /** Once the heap is full, a row must not be further than this. */
  get furthest(): number {
    return this.#distances[0] as number
  }

  offer(row: number, distance: number): void {
    if (!this.isFull) {
      this.#rows[this.#count] = row
      this.#distances[this.#count] = distance
      this.#count += 1
      this.#siftUp(this.#count - 1)
    } else if (this.#count > 0 && before(distance, row, this.furthest, this.#rows[0] as number)) {
      this.#rows[0] = row
      this.#distances[0] = distance
      this.#siftDown()
    }
  }

  /** Nearest first. */
  inOrder(): { readonly rows: Int32Array; readonly distances: Float64Array } {
    const order = Array.from({ length: this.#count }, (_, at) => at).sort((a, b) =>
      this.#isBefore(a, b) ? -1 : 1,
    )
    return {
      rows: Int32Array.from(order, (at) => this.#rows[at] as number),
      distances: Float64Array.from(order, (at) => this.#distances[at] as number),
    }
  }

  #isBefore(a: number, b: number): boolean {
    return before(
      this.#distances[a] as number,
      this.#rows[a] as number,
      this.#distances[b] as number,
      this.#rows[b] as number,
    )
  }

  #swap(a: number, b: number): void {
    const row = this.#rows[a] as number
    const distance = this.#distances[a] as number
    this.#rows[a] = this.#rows[b] as number
    this.#distances[a] = this.#distances[b] as number
    this.#rows[b] = row
    this.#distances[b] = distance
  }

  #siftUp(from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(parent, at)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #siftDown(): void {
    let at = 0
    for (;;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#count && this.#isBefore(worst, child)) worst = child
      }
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }
}

/** Nearer first; of equals the one earlier in content order. */
function before(d: number, row: number, otherD: number, otherRow: number): boolean {
  return d < otherD || (d === otherD && row < otherRow)
}
