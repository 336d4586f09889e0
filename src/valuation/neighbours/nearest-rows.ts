// The nearest of many rows, at most so many, in order. Never here: how a distance is measured.

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

  /** Once it is full, a row must not be further than this. */
  get furthest(): number {
    return this.#distances[this.#count - 1] as number
  }

  /** Moves those behind the row back by one. They are few: a heap takes no less time. */
  offer(row: number, distance: number): void {
    if (this.isFull) {
      if (!this.#isBefore(this.#count - 1, row, distance)) return
      this.#count -= 1
    }
    let at = this.#count
    for (; at > 0 && this.#isBefore(at - 1, row, distance); at -= 1) {
      this.#rows[at] = this.#rows[at - 1] as number
      this.#distances[at] = this.#distances[at - 1] as number
    }
    this.#rows[at] = row
    this.#distances[at] = distance
    this.#count += 1
  }

  /** Nearest first. */
  inOrder(): { readonly rows: Int32Array; readonly distances: Float64Array } {
    return {
      rows: this.#rows.subarray(0, this.#count),
      distances: this.#distances.subarray(0, this.#count),
    }
  }

  /** Whether a row is nearer than the one kept at a place. */
  #isBefore(kept: number, row: number, distance: number): boolean {
    const other = this.#distances[kept] as number
    return distance < other || (distance === other && row < (this.#rows[kept] as number))
  }
}
