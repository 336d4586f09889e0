// The states of a search for ways by their cost, the cheapest first. A binary heap, not
// flatqueue's, which leaves the order of equal costs open: here they always come in the same.

/** Ties by state, so that the same input gives the same way. */
export class StateHeap {
  readonly #costs: number[] = []
  readonly #states: number[] = []
  #poppedCost = 0

  /** Of the state popped last. */
  get poppedCost(): number {
    return this.#poppedCost
  }

  push(cost: number, state: number): void {
    let at = this.#costs.length
    this.#costs.push(cost)
    this.#states.push(state)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#less(at, parent)) break
      this.#swap(at, parent)
      at = parent
    }
  }

  pop(): number | undefined {
    const state = this.#states[0]
    if (state === undefined) return undefined
    this.#poppedCost = this.#costs[0] ?? 0
    const lastCost = this.#costs.pop() ?? 0
    const lastState = this.#states.pop() ?? 0
    if (this.#states.length > 0) {
      this.#costs[0] = lastCost
      this.#states[0] = lastState
      this.#sink()
    }
    return state
  }

  #sink(): void {
    let at = 0
    for (;;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#states.length && this.#less(child, least)) least = child
      }
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #less(a: number, b: number): boolean {
    const costA = this.#costs[a] ?? 0
    const costB = this.#costs[b] ?? 0
    return costA < costB || (costA === costB && (this.#states[a] ?? 0) < (this.#states[b] ?? 0))
  }

  #swap(a: number, b: number): void {
    const cost = this.#costs[a] ?? 0
    this.#costs[a] = this.#costs[b] ?? 0
    this.#costs[b] = cost
    const state = this.#states[a] ?? 0
    this.#states[a] = this.#states[b] ?? 0
    this.#states[b] = state
  }
}
