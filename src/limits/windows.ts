// Sliding windows by key: for each key the log of its times, exact while within bounds. What a key
// means and what a count leads to stand with the limiters: login/pair-limiter.ts,
// gate/general-limit.ts (both by budget.ts), login/failure-counter.ts, open-forms/open-limit.ts.

interface WindowBounds {
  readonly windowMs: number
  /** Past it the keys longest without a new time are dropped, a hundredth at once. */
  readonly maxKeys: number
  /** Past it a key forgets its oldest time for each new one, so its count stays at this. */
  readonly maxTimesPerKey: number
  /** Times of all keys together, 8 bytes each; past it whole keys are dropped as above. */
  readonly maxTimes: number
}

/** Times of one key in order; the times before `head` have left the window. */
interface ManyTimes {
  times: number[]
  head: number
}

/** A key with one time holds the bare number: a flood of made-up names costs 100 bytes a key. */
type TimeLog = number | ManyTimes

/**
 * What a bound keeps when it drops keys. Finding the oldest key of a Map costs a step for each one
 * deleted before it, some 0.2 ms in a full one: once for thousands it costs nothing.
 */
const KEPT_SHARE = 0.99

/** The places before `head` are freed once they are this many and half of the log. */
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

  /** Keys that a bound has dropped since the start while they still counted. */
  get evicted(): number {
    return this.#evicted
  }

  /** How many times of `key` lie within the window that ends now. */
  count(key: string, nowMs: number): number {
    return countOf(this.#live(key, nowMs))
  }

  /** Seconds until the oldest time of `key` has left the window; 0 for a key without times. */
  waitS(key: string, nowMs: number): number {
    const log = this.#live(key, nowMs)
    const oldestMs = typeof log === 'object' ? log.times[log.head] : log
    return oldestMs === undefined ? 0 : (oldestMs + this.#bounds.windowMs - nowMs) / 1000
  }

  /** Adds a time. @returns the count within the window, this one included */
  add(key: string, nowMs: number): number {
    const known = this.#live(key, nowMs)
    const log = known === undefined ? nowMs : withTime(known, nowMs)
    if (known !== undefined) this.#logs.delete(key)
    this.#logs.set(key, log)
    this.#times += 1
    if (typeof log === 'object' && countOf(log) > this.#bounds.maxTimesPerKey) this.#advance(log, 1)
    this.#keepBounds(nowMs)
    return countOf(log)
  }

  /** Takes back the newest time of `key`, if it has one. */
  takeBack(key: string): void {
    const log = this.#logs.get(key)
    if (log === undefined) return
    if (typeof log === 'object' && countOf(log) > 1) {
      log.times.pop()
      this.#times -= 1
    } else this.#drop(key, log)
  }

  /** Drops keys whose newest time has left the window, `atMost` of them. */
  sweep(nowMs: number, atMost: number): void {
    let dropped = 0
    for (const [key, log] of this.#logs) {
      if (dropped >= atMost || !this.#hasLeft(newestOf(log), nowMs)) return
      this.#drop(key, log)
      dropped += 1
    }
  }

  #live(key: string, nowMs: number): TimeLog | undefined {
    const log = this.#logs.get(key)
    if (log === undefined) return undefined
    if (typeof log === 'object') this.#advance(log, this.#expired(log, nowMs))
    const isLive = typeof log === 'object' ? countOf(log) > 0 : !this.#hasLeft(log, nowMs)
    if (isLive) return log
    this.#drop(key, log)
    return undefined
  }

  #expired({ times, head }: ManyTimes, nowMs: number): number {
    let expired = 0
    while (head + expired < times.length && this.#hasLeft(times[head + expired] as number, nowMs)) {
      expired += 1
    }
    return expired
  }

  #hasLeft(timeMs: number, nowMs: number): boolean {
    return nowMs - timeMs >= this.#bounds.windowMs
  }

  #advance(log: ManyTimes, by: number): void {
    log.head += by
    this.#times -= by
    if (log.head >= COMPACT_FROM && log.head * 2 >= log.times.length) {
      log.times.splice(0, log.head)
      log.head = 0
    }
  }

  #drop(key: string, log: TimeLog): void {
    this.#times -= countOf(log)
    this.#logs.delete(key)
  }

  #keepBounds(nowMs: number): void {
    const { maxKeys, maxTimes } = this.#bounds
    if (this.#logs.size <= maxKeys && this.#times <= maxTimes) return
    const keptKeys = Math.ceil(maxKeys * KEPT_SHARE)
    const keptTimes = Math.ceil(maxTimes * KEPT_SHARE)
    for (const [key, log] of this.#logs) {
      const isWithin = this.#logs.size <= keptKeys && this.#times <= keptTimes
      if (isWithin || this.#logs.size === 1) return
      if (!this.#hasLeft(newestOf(log), nowMs)) this.#evicted += 1
      this.#drop(key, log)
    }
  }
}

function countOf(log: TimeLog | undefined): number {
  if (log === undefined) return 0
  return typeof log === 'object' ? log.times.length - log.head : 1
}

function newestOf(log: TimeLog): number {
  return typeof log === 'object' ? (log.times.at(-1) ?? -Infinity) : log
}

function withTime(log: TimeLog, nowMs: number): ManyTimes {
  if (typeof log !== 'object') return { times: [log, nowMs], head: 0 }
  log.times.push(nowMs)
  return log
}
