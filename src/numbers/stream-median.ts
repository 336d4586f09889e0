// The median of a stream in bounded memory. Never here: quantiles of what is held as a whole.
import { median } from './order-statistics.ts'

/** Held at most: a median of half as many evenly taken values is off by 1 % of their ranks. */
const MOST_HELD = 20_000

/** Exact up to `MOST_HELD` values; of more, the median of every second, fourth, eighth … one. */
export class StreamMedian {
  #held: number[] = []
  #every = 1
  #seen = 0

  add(value: number): void {
    if (this.#seen % this.#every === 0) this.#held.push(value)
    this.#seen += 1
    if (this.#held.length <= MOST_HELD) return
    this.#held = this.#held.filter((_, at) => at % 2 === 0)
    this.#every *= 2
  }

  /** NaN if there were no values. */
  value(): number {
    return median(this.#held)
  }
}
