// Collects numbers, however many come, while an index is built; none of them is boxed.

type Numbers = Int32Array | Uint32Array | Uint8Array

interface NumbersOf<Values extends Numbers> {
  new (length: number): Values
  new (buffer: SharedArrayBuffer): Values
  readonly BYTES_PER_ELEMENT: number
}

/** A typed array that doubles when it is full. */
export class GrowingArray<Values extends Numbers> {
  readonly #type: NumbersOf<Values>
  #values: Values
  length = 0

  constructor(type: NumbersOf<Values>) {
    this.#type = type
    this.#values = new type(1024)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new this.#type(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length] = value
    this.length += 1
  }

  /** 0 past the end. */
  at(i: number): number {
    return this.#values[i] ?? 0
  }

  view(): Values {
    return this.#values.subarray(0, this.length) as Values
  }

  /** A copy that threads can share. */
  shared(): Values {
    const { BYTES_PER_ELEMENT } = this.#type
    const copy = new this.#type(new SharedArrayBuffer(this.length * BYTES_PER_ELEMENT))
    copy.set(this.view())
    return copy
  }
}
