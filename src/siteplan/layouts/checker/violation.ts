// What the checker reports: a rule broken, or a figure that does not agree with the drawing.
import type { Broken } from './breakable.ts'

export interface Finding {
  readonly broken: Broken
  /** For a developer, in English, with the figures. */
  readonly detail: string
}

export interface Violation extends Finding {
  /** Rank of the option; null = the whole. */
  readonly option: number | null
}

/** Collects what does not agree. */
export interface Findings {
  readonly list: Finding[]
  add(broken: Broken, detail: string): void
  /** Compares `claimed` with `found`. */
  same(broken: Broken, what: string, claimed: number, found: number, tolerance: number): void
  /** The same for many figures. */
  allSame(broken: Broken, figures: readonly Figure[]): void
}

type Figure = readonly [what: string, claimed: number, found: number, tolerance: number]

export function openFindings(): Findings {
  const list: Finding[] = []
  const add = (broken: Broken, detail: string) => {
    list.push({ broken, detail })
  }
  const same: Findings['same'] = (broken, what, claimed, found, tolerance) => {
    // Written so that NaN is a finding.
    if (!(Math.abs(claimed - found) <= tolerance)) {
      add(broken, `${what} is said to be ${claimed}, found ${found}`)
    }
  }
  return {
    list,
    add,
    same,
    allSame(broken, figures) {
      for (const figure of figures) same(broken, ...figure)
    },
  }
}
