// A subject as the market sees it: its vector, its own adverts, and attributes that the request did
// not give. Never here: which building is its (subject-building.ts), and its value.
import { distanceKm } from '../../geometry/earth.ts'
import type { Dwelling } from '../comparables/comparable.ts'
import { isAtAddressOf, SAME_WITHIN_YEARS } from '../market/building.ts'
import { attributeAt, coderOf, FLAT } from '../market/flat-vector.ts'
import { consensus, fillShare, valuesAt } from '../market/gaps.ts'
import type { MarketTable } from '../market/market-table.ts'
import { isNearlySameFlat, mayBeSameFlat } from '../market/same-flat.ts'
import { fillSettled } from '../market/settled-attributes.ts'
import { BUILDING_ATTRIBUTES, SHARES, unstatedIn } from '../market/stated-attributes.ts'
import { isUnusual, newestYear } from '../market/usual-ranges.ts'
import type { Model } from '../model/model.ts'
import type { SubjectAttribute } from '../wire/estimate-codes.ts'
import type { ImputedValues } from '../wire/estimate-schema.ts'
import { nameThePlace } from './name-the-place.ts'
import { namesOf, valuesOf } from './requested-attributes.ts'
import { buildingOf, rowsUntil, SAME_BUILDING_KM } from './subject-building.ts'

export interface PlacedSubject {
  /**
   * In a known building at the point of its flats, wherever in the house the request's point is.
   */
  readonly flat: Float64Array
  /** Position among the market's buildings, or −1. */
  readonly building: number
  /**
   * The flat with its building's floors and year, where those given are not those of any other flat
   * there.
   */
  readonly asInBuilding: Float64Array | undefined
  /** Whether one of those given is so far from the others that one of the two must be wrong. */
  readonly contradictsBuilding: boolean
  /**
   * From the building's other flats, from flats with as many rooms, or what all flats of the market
   * segment have alike.
   */
  readonly imputed: SubjectAttribute[]
  /** What they were taken to be. */
  readonly imputedValues: ImputedValues
  /** Positions of the attributes that neither the request nor the building's flats state. */
  readonly unstated: readonly number[]
  /**
   * Attributes that the request gives and the value ignores: hardly any flat of the city states
   * them, nor the building's flats the same, or the market does not know the building class.
   */
  readonly setAside: SubjectAttribute[]
  /**
   * Whether a row advertises the same flat, in the building, at the address or a few metres away.
   */
  readonly isOwnAdvert: (row: number) => boolean
  /** Whether the request gives a measure beyond those of almost all flats of the market. */
  readonly isUnusual: boolean
  /** How far a row is from the point of the request. */
  readonly kmTo: (row: number) => number
  /** How far `flat` was moved from that point into its building. */
  readonly movedKm: number
}

/**
 * Places a dwelling on a day. Only rows up to that day are used.
 * @param isPointNearby whether its point says nothing of its building
 */
export function placeSubject(
  model: Model,
  dwelling: Dwelling,
  day: number,
  isPointNearby = false,
): PlacedSubject {
  const { table } = model
  const flat = coderOf(table.words)(dwelling)
  const building = isPointNearby ? -1 : buildingOf(model, dwelling, day)
  const rows = building < 0 ? [] : rowsUntil(model, building, day)
  const kmTo = (row: number): number =>
    distanceKm(
      dwelling.lat,
      dwelling.lon,
      attributeAt(table, row, FLAT.lat),
      attributeAt(table, row, FLAT.lon),
    )
  const isOwnAdvert = ownAdvertOf(model, dwelling, building, isPointNearby ? () => Infinity : kmTo)

  // Each step changes `flat` for those after it. The place comes first: its city says what counts.
  moveIntoBuilding(flat, table, rows)
  nameThePlace(model, flat, day)
  countStudioAsTold(flat, table)
  const untold = table.untold[flat[FLAT.city] as number] ?? []
  const given = flat.slice()
  const ignored = ignoreIn(flat, [...new Set([...untold, ...table.rare])], dwelling)
  // Judged is what the request gives and the value counts, before its year is cut and gaps filled.
  const others = rows.filter((row) => !isOwnAdvert(row))
  const { alone, isContradicted } = aloneInBuilding(table, others, flat)
  const isBeyondUsual = isUnusual(model.usualRanges, flat)
  cutYear(flat, model)
  const imputed = imputeIn(flat, table, rows, untold)

  // A rare attribute that the building states alike counts all the same.
  const setAside = ignored.filter((position) => flat[position] !== given[position])
  const told = imputed.filter((position) => !ignored.includes(position))
  return {
    flat,
    building,
    asInBuilding: alone.size === 0 ? undefined : cutYear(flatWith(alone, flat), model),
    contradictsBuilding: isContradicted,
    imputed: namesOf(told),
    imputedValues: valuesOf(told, flat, table.words),
    unstated: unstatedIn(flat, (share) => imputed.includes(share)),
    setAside: namesOf(setAside),
    isOwnAdvert,
    isUnusual: isBeyondUsual,
    kmTo,
    movedKm: distanceKm(
      dwelling.lat,
      dwelling.lon,
      flat[FLAT.lat] as number,
      flat[FLAT.lon] as number,
    ),
  }
}

/**
 * Takes a year beyond those of the market for the newest of them. Nothing tells what a newer house
 * is worth, such as one that is not built yet: carried on, the slope of the newest years would
 * price it. An unknown year stays unknown.
 */
function cutYear(flat: Float64Array, { usualRanges }: Model): Float64Array {
  flat[FLAT.year] = Math.min(flat[FLAT.year] as number, newestYear(usualRanges))
  return flat
}

/** The same flat with other values at some positions. */
function flatWith(values: ReadonlyMap<number, number>, flat: Float64Array): Float64Array {
  return flat.map((value, position) => values.get(position) ?? value)
}

/**
 * Moves a flat to the point of its building's other flats. The trees cut the map right beside a
 * large building: to them a flat a step aside, or with its degrees rounded differently, is outside
 * it.
 */
function moveIntoBuilding(flat: Float64Array, table: MarketTable, rows: readonly number[]): void {
  const [one] = rows
  if (one === undefined) return
  for (const position of [FLAT.lat, FLAT.lon]) {
    flat[position] = attributeAt(table, one, position)
  }
}

/**
 * Where a feed calls studios flats of one room, nothing says what a flat without rooms is worth.
 * There the same flat is asked for as the feed would call it.
 */
function countStudioAsTold(flat: Float64Array, { tellsStudios }: MarketTable): void {
  const isTold = tellsStudios[flat[FLAT.city] as number] ?? tellsStudios.includes(true)
  if (!isTold) flat[FLAT.rooms] = Math.max(1, flat[FLAT.rooms] as number)
}

/**
 * Makes attributes unknown of which the market's flats do not say what they are worth here.
 * @returns their positions, and that of a building class that the market does not know
 */
function ignoreIn(flat: Float64Array, worthless: readonly number[], dwelling: Dwelling): number[] {
  const ignored = worthless.filter((position) => !Number.isNaN(flat[position]))
  for (const position of ignored) flat[position] = Number.NaN
  // Classes are the data's own words: nothing is known of one that it does not use.
  const isClassUnknown = dwelling.buildingClass !== null && Number.isNaN(flat[FLAT.class])
  if (isClassUnknown && !ignored.includes(FLAT.class)) ignored.push(FLAT.class)
  return ignored
}

/**
 * Fills gaps in the attributes that the city's flats state.
 * @param rows of the building
 * @returns the positions filled
 */
function imputeIn(
  flat: Float64Array,
  table: MarketTable,
  rows: readonly number[],
  untold: readonly number[],
): number[] {
  const imputed: number[] = []
  for (const position of BUILDING_ATTRIBUTES) {
    if (!Number.isNaN(flat[position]) || untold.includes(position)) continue
    const value = consensus(position, valuesAt(table, rows, position))
    if (Number.isNaN(value)) continue
    if (position === FLAT.floors && value < (flat[FLAT.floor] as number)) continue
    flat[position] = value
    imputed.push(position)
  }
  imputed.push(...fillSettled(table, flat))
  for (const position of SHARES) {
    if (fillShare(table, flat, position)) imputed.push(position)
  }
  return imputed
}

/** Whether a row is an advert of such a flat in the subject's building, at its point or address. */
function ownAdvertOf(
  { table, comparables }: Model,
  dwelling: Dwelling,
  building: number,
  kmTo: PlacedSubject['kmTo'],
): PlacedSubject['isOwnAdvert'] {
  const isAtAddress = isAtAddressOf(dwelling)
  const isHere = (row: number): boolean =>
    table.building[row] === building ||
    isAtAddress(
      comparables[row] as Dwelling,
      table.buildings[table.building[row] as number] as string,
    ) ||
    kmTo(row) <= SAME_BUILDING_KM
  const isOwn = (other: Dwelling): boolean =>
    mayBeSameFlat(dwelling, other) || (other.market !== 'new' && isNearlySameFlat(dwelling, other))
  return (row) => table.listing[row] === 1 && isOwn(comparables[row] as Dwelling) && isHere(row)
}

/**
 * Floors and years this close agree: an advert may count a technical floor, or give the year of the
 * permit.
 */
const SAME_WITHIN = [
  [FLAT.floors, 1],
  [FLAT.year, SAME_WITHIN_YEARS],
] as const
/** With fewer flats nothing says which advert is right. */
const MIN_WITNESSES = 2

interface GivenAlone {
  /** By position, what the building's flats have where none of them has what the request gives. */
  readonly alone: ReadonlyMap<number, number>
  /** Whether none of them agrees with it either. */
  readonly isContradicted: boolean
}

function aloneInBuilding(
  table: MarketTable,
  rows: readonly number[],
  flat: Float64Array,
): GivenAlone {
  const alone = new Map<number, number>()
  let isContradicted = false
  for (const [position, within] of SAME_WITHIN) {
    const given = flat[position] as number
    const values = valuesAt(table, rows, position)
    if (Number.isNaN(given) || values.length < MIN_WITNESSES) continue
    if (values.includes(given)) continue
    alone.set(position, consensus(position, values))
    isContradicted ||= values.every((value) => Math.abs(value - given) > within)
  }
  return { alone, isContradicted }
}
