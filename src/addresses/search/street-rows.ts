// The rows that streets give for a query: the street itself, or its houses that are like the typed
// one. Never decides what the words of the query are; that is assign-words.ts.
import { type AddressIndex, beginQuery, isNameless } from '../index/address-index.ts'
import { stringAt } from '../index/packed.ts'
import type { Kind } from '../table/address.ts'
import { goesOnFromTyped, HOUSE_COST, type HouseMatch, matchHouse } from '../words/house-match.ts'
import { type Assignment, assign } from './assign-words.ts'
import type { FoundRow, SearchScope } from './found-row.ts'
import type { ReadQuery } from './read-query.ts'
import { tieBreakOfStreet } from './tie-breaks.ts'
import { ONE_BUILDING } from './word-cost.ts'

/** How a typed house, in canonical form, meets a form of the index. */
type HouseMatcher = (typed: string, form: number) => HouseMatch

const HOUSE_MATCHES: readonly HouseMatch[] = Object.keys(HOUSE_COST) as HouseMatch[]

/** Compares each form once for a typed house: a form stands on many streets. */
function houseMatcher(index: AddressIndex): HouseMatcher {
  const { formQuery, formMatch, data } = index
  let remembered: string | null = null
  return (typed, form) => {
    if (remembered !== typed) {
      beginQuery(index)
      remembered = typed
    }
    if (formQuery[form] !== index.queryNumber) {
      formQuery[form] = index.queryNumber
      formMatch[form] = HOUSE_MATCHES.indexOf(matchHouse(typed, stringAt(data.formCanonical, form)))
    }
    return HOUSE_MATCHES[formMatch[form] ?? 0] ?? 'other'
  }
}

/**
 * Takes bare numbers as a street's own words and, where it has such, also as the house: but only as
 * a whole one, or "1 микрорайон" would list all houses there that begin with a 1.
 */
export function streetRows(
  index: AddressIndex,
  read: ReadQuery,
  scope: SearchScope,
  streets: readonly number[],
): FoundRow[] {
  const compareHouse = houseMatcher(index)
  const finding: Finding = { index, scope, compareHouse, wholeHouses: false, rows: [] }
  for (const street of streets) {
    const asNames = assign(index, read, street, { takeNumbers: true })
    addRows(finding, street, asNames)
    if (!asNames.tookNumber) continue
    const asHouse = assign(index, read, street, { takeNumbers: false })
    addRows({ ...finding, wholeHouses: true }, street, asHouse)
  }
  return finding.rows
}

interface Finding {
  readonly index: AddressIndex
  readonly scope: SearchScope
  readonly compareHouse: HouseMatcher
  /** Whether a house counts only by its whole number. */
  readonly wholeHouses: boolean
  readonly rows: FoundRow[]
}

/** Adds what a street has for one way to take the query's words. */
function addRows(
  finding: Finding,
  street: number,
  { cost, unread, tookNumber: tookNumbers, house: typedHouse }: Assignment,
): void {
  const { index, scope, rows } = finding
  const { data } = index
  const city = data.streetCity[street] ?? 0
  const base = cost + tieBreakOfStreet(index, scope, street)
  const put = (kind: Kind, house: number, extra: number, houseMatch: HouseMatch | null) => {
    if (scope.kind !== null && scope.kind !== kind) return
    rows.push({ kind, city, street, house, cost: base + extra, houseMatch, unread, tookNumbers })
  }
  const putHouse = (house: number, match: HouseMatch) =>
    put('house', house, HOUSE_COST[match], match)
  const isNamed = !isNameless(data, street)
  const first = data.houseStarts[street] ?? 0
  if (data.streetOneBuilding[street]) {
    if (typedHouse === '') put('house', first, ONE_BUILDING, null)
    else putHouse(first, 'other')
  } else if (typedHouse === '') {
    if (isNamed) put('street', -1, 0, null)
    if (scope.kind !== 'house') return
    const end = data.houseStarts[street + 1] ?? 0
    const last = Math.min(end, first + scope.limit)
    for (let house = first; house < last; house += 1) putHouse(house, 'begun')
  } else {
    const isThere = putHousesLike(typedHouse, finding, street, putHouse)
    if (!isNamed) return
    if (!isThere) put('street', -1, HOUSE_COST.other, 'other')
    // Who asks for streets alone keeps the one that has the house when a house is typed after it.
    else if (scope.kind === 'street') put('street', -1, 0, null)
  }
}

/**
 * As many of each likeness as a page has room for.
 * @returns whether one of them is the typed house or goes on from it
 */
function putHousesLike(
  typedHouse: string,
  { index: { data }, scope, compareHouse, wholeHouses }: Finding,
  street: number,
  putHouse: (house: number, match: HouseMatch) => void,
): boolean {
  const kept = new Map<HouseMatch, number>()
  let isThere = false
  const end = data.houseStarts[street + 1] ?? 0
  for (let house = data.houseStarts[street] ?? 0; house < end; house += 1) {
    const match = compareHouse(typedHouse, data.houseForm[house] ?? 0)
    const count = kept.get(match) ?? 0
    if (match === 'other' || count >= scope.limit) continue
    if (wholeHouses && match !== 'exact' && match !== 'same_signs') continue
    kept.set(match, count + 1)
    if (goesOnFromTyped(match)) isThere = true
    putHouse(house, match)
  }
  return isThere
}
