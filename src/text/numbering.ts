// Numbers for texts, so that each is kept once. Never here: what the texts are.

/** Gives each distinct text a number, in order of first appearance. */
export class Numbering {
  /** The texts by their numbers. */
  readonly strings: string[] = []
  readonly #numbers = new Map<string, number>()

  of(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.strings.length
    this.strings.push(text)
    this.#numbers.set(text, number)
    return number
  }
}
