// Sliding windows by key: for each key the log of its times, exact while within bounds. What a key
// means and what a count leads to stand in pair-limiter.ts and failure-counter.ts.

export interface WindowBounds {
  readonly windowMs: number
  /** Past it the key longest without a new time is dropped, one for each that comes. */
  readonly maxKeys: number
  /** Past it a key forgets its oldest time for each new one, so its count stays at this. */
  readonly maxTimesPerKey: number
  /** Times of all keys together; past it whole keys are dropped as above. 8 bytes each. */
  readonly maxTimes: number
}

/** Times of one key in order; those before `head` have left the window. */
interface TimeLog {
  times: number[]
  head: number
}

/** Expired keys that one addition drops at most, so that its cost stays flat. */
const SWEEP_PER_ADD = 8

/** Slots left of `head` are given back once they are this many and half of the log. */
const COMPACT_FROM = 32

export class Windows {
  readonly #bounds: WindowBounds
  /** In the order of each key's newest time, oldest first. */
  readonly #logs = new Map<string, TimeLog>()
  #times = 0
  #evicted = 0

  constructor(bounds: WindowBounds) {
    this.#bounds = bounds
  }

  get keys(): number {
    return this.#logs.size
  }

  /** Live keys that a bound has dropped since the start. */
  get evicted(): number {
    return this.#evicted
  }

  /** How many times of `key` lie within the window that ends now. */
  count(key: string, nowMs: number): number {
    const log = this.#live(key, nowMs)
    return log ? log.times.length - log.head : 0
  }

  /** The oldest time of `key` within the window, or undefined. */
  oldestMs(key: string, nowMs: number): number | undefined {
    const log = this.#live(key, nowMs)
    return log?.times[log.head]
  }

  /** Adds a time. @returns the count within the window, this one included */
  add(key: string, nowMs: number): number {
    this.sweep(nowMs, SWEEP_PER_ADD)
    const log = this.#live(key, nowMs)
    if (!log) {
      this.#logs.set(key, { times: [nowMs], head: 0 })
    } else {
      this.#logs.delete(key)
      this.#logs.set(key, log)
      log.times.push(nowMs)
      if (log.times.length - log.head > this.#bounds.maxTimesPerKey) this.#advance(log, 1)
    }
    this.#times += 1
    this.#keepBounds()
    return log ? log.times.length - log.head : 1
  }

  /** Drops keys whose newest time has left the window, `atMost` of them. */
  sweep(nowMs: number, atMost: number): void {
    let dropped = 0
    for (const [key, log] of this.#logs) {
      const newest = log.times[log.times.length - 1] ?? Number.NEGATIVE_INFINITY
      if (dropped >= atMost || nowMs - newest < this.#bounds.windowMs) return
      this.#drop(key, log)
      dropped += 1
    }
  }

  #live(key: string, nowMs: number): TimeLog | undefined {
    const log = this.#logs.get(key)
    if (!log) return undefined
    let expired = 0
    const { times, head } = log
    while (
      head + expired < times.length &&
      nowMs - (times[head + expired] as number) >= this.#bounds.windowMs
    ) {
      expired += 1
    }
    this.#advance(log, expired)
    if (log.head < times.length) return log
    this.#drop(key, log)
    return undefined
  }

  #advance(log: TimeLog, by: number): void {
    log.head += by
    this.#times -= by
    if (log.head >= COMPACT_FROM && log.head * 2 >= log.times.length) {
      log.times.splice(0, log.head)
      log.head = 0
    }
  }

  #drop(key: string, log: TimeLog): void {
    this.#times -= log.times.length - log.head
    this.#logs.delete(key)
  }

  #keepBounds(): void {
    const { maxKeys, maxTimes } = this.#bounds
    while (this.#logs.size > maxKeys || this.#times > maxTimes) {
      const [stalest] = this.#logs
      if (!stalest || this.#logs.size === 1) return
      this.#drop(...stalest)
      this.#evicted += 1
    }
  }
}
