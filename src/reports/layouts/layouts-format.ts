// How the report of best layouts writes what it says in several places.
import { TYPOLOGIES, type Typology } from '../../norms/house-sizes.ts'
import type { RuleName } from '../../norms/rule-set.ts'
import { formatNumber, formatShort, nounAfter, withUnit } from '../../russian-format.ts'
import type { BestLayouts, Building, Indicators } from '../../siteplan/layouts/layout.ts'
import { shorten } from '../plain-text.ts'
import { TYPOLOGY } from './layout-words.ts'
import { isFarEnough, namedLots, type ParkingLot } from './parking-lots.ts'

export const MAX_SOURCE_LENGTH = 160
/** A register's own words may stand in it. */
const MAX_WARNING_LENGTH = 300

type Warning = BestLayouts['warnings'][number]

/** Those with one of these codes, as one text; empty where there are none. */
export function warningsText(
  warnings: readonly Warning[],
  codes: readonly Warning['code'][],
): string {
  return warnings
    .filter(({ code }) => codes.includes(code))
    .map(({ text }) => shorten(text, MAX_WARNING_LENGTH))
    .join(' ')
}

export function ruleNames(rules: BestLayouts['rule_set']['rules']): RuleName[] {
  return Object.keys(rules) as RuleName[]
}

/** Two slabs and a tower → `секционный дом × 2, башня`. */
export function buildingsText(buildings: readonly Building[]): string {
  const counted = TYPOLOGIES.map((typology): [Typology, number] => [
    typology,
    buildings.filter((building) => building.typology === typology).length,
  ])
  return counted
    .filter(([, count]) => count > 0)
    .map(([typology, count]) =>
      count === 1 ? TYPOLOGY[typology] : `${TYPOLOGY[typology]} × ${count}`,
    )
    .join(', ')
}

export function parkingText({ parking_given, parking_needed }: Indicators): string {
  return `${formatNumber(parking_given)} / ${formatNumber(parking_needed)}`
}

/** `118 мест, до стен 10 м`. */
export function parkingLotText({ spaces, toWallsM }: ParkingLot): string {
  const count = `${formatNumber(spaces)} ${nounAfter(spaces, 'место', 'места', 'мест')}`
  return `${count}, до стен ${withUnit(formatShort(toWallsM, 1), 'м')}`
}

/** What the sanitary norm wants of the parkings that are named, and how many of all keep it. */
export function sanitaryText(lots: readonly ParkingLot[]): string {
  const { largest, nearer } = namedLots(lots)
  const wanted = (name: string, lot: ParkingLot | undefined) =>
    lot
      ? [
          `${name} ${withUnit(formatNumber(lot.wantedM), 'м')} ` +
            `(${isFarEnough(lot) ? 'выдержано' : 'не выдержано'})`,
        ]
      : []
  const each = [...wanted('у крупнейшей', largest), ...wanted('у ближней к домам', nearer)]
  const kept = lots.filter(isFarEnough).length
  const all = lots.length > 1 ? `; выдержано у ${kept} из ${lots.length}` : ''
  return `Вне проверки: от стоянки до стен с окнами СанПиН 2.2.1/2.1.1.1200-03 требует ${each.join(', ')}${all}.`
}
