// How near a typed house is to a stored one, both in canonical form, and what each way of matching
// costs. Never knows the street the house stands on.

/** How well a typed house matches a stored one, the best match first. */
export type HouseMatch =
  | 'exact'
  | 'same_signs'
  | 'other_marks'
  | 'begun'
  | 'longer'
  | 'same_number'
  | 'near'
  | 'other'

/**
 * What each way of matching costs, in the units of the ranking (one typo in a name costs 1): all
 * less than a typo, so that the right street with a near house comes before a wrong street with
 * this one.
 */
export const HOUSE_COST: Readonly<Record<HouseMatch, number>> = {
  exact: 0,
  /** Marks left out, or a stroke or a hyphen for one: "68 2" for 68к2. */
  same_signs: 0.1,
  /** A corpus for a building of that number, or the other way round: "68с2" for 68к2. */
  other_marks: 0.12,
  /** The typed number whole, more after it: "68" for 68к2. */
  begun: 0.28,
  /** The typed digits may be a part of the number: "68" for 681. */
  longer: 0.38,
  /** Another house of that number: "68к3" for 68к2. */
  same_number: 0.55,
  /** Another number, one slip away: worth showing, seldom meant. */
  near: 0.65,
  /** No such house: its street is still nearer than a name with a typo. */
  other: 0.9,
}

/** True when the stored house is the typed one, or one that it may become by typing on. */
export function goesOnFromTyped(match: HouseMatch): boolean {
  return HOUSE_COST[match] <= HOUSE_COST.longer
}

/** Compares two canonical forms: `typed` from a query, `stored` from the index. */
export function matchHouse(typed: string, stored: string): HouseMatch {
  if (typed === stored) return 'exact'
  const typedSigns = bareSigns(typed)
  const storedSigns = bareSigns(stored)
  if (typedSigns === storedSigns)
    return haveOtherMarks(typed, stored) ? 'other_marks' : 'same_signs'
  if (stored.startsWith(typed)) {
    const typedEndsInDigit = /\d$/u.test(typed)
    return typedEndsInDigit && /^\d/u.test(stored.slice(typed.length)) ? 'longer' : 'begun'
  }
  if (storedSigns.startsWith(typedSigns)) return 'longer'
  const typedNumber = /^\D*(\d+)/u.exec(typed)?.[1]
  if (typedNumber !== undefined && typedNumber === /^\D*(\d+)/u.exec(stored)?.[1]) {
    return 'same_number'
  }
  return oneEditApart(typed, stored) ? 'near' : 'other'
}

/**
 * The digits and letters that tell houses apart, parted by blanks: without к, с, вл, уч and strokes
 * between numbers.
 */
function bareSigns(form: string): string {
  return form
    .replace(/(?:вл|уч|[кс])(?=\d)/gu, ' ')
    .replace(/[./ -]+/gu, ' ')
    .trim()
}

/** Of two forms with the same signs: whether one says к where the other says с. */
function haveOtherMarks(typed: string, stored: string): boolean {
  const storedMarks = marksBeforeNumbers(stored)
  return marksBeforeNumbers(typed).some((mark, i) => {
    const other = storedMarks[i]
    return (mark === 'к' && other === 'с') || (mark === 'с' && other === 'к')
  })
}

function marksBeforeNumbers(form: string): readonly string[] {
  return [...form.matchAll(/(\D*)\d+/gu)].map(([, mark = '']) => mark)
}

function oneEditApart(a: string, b: string): boolean {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) {
    tail += 1
  }
  const restA = a.slice(head, a.length - tail)
  const restB = b.slice(head, b.length - tail)
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB === restA.charAt(1) + restA.charAt(0)
}
