// How the report of best layouts writes what it says in several places.
import { TYPOLOGIES, type Typology } from '../../norms/house-sizes.ts'
import type { RuleName } from '../../norms/rule-set.ts'
import type { BestLayouts, Building, Indicators } from '../../siteplan/layouts/layout.ts'
import { formatNumber, NO_BREAK_SPACE } from '../../text/russian-format.ts'
import { shorten } from '../plain-text.ts'
import { TYPOLOGY } from './layout-words.ts'

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
      count === 1
        ? TYPOLOGY[typology]
        : `${TYPOLOGY[typology]}${NO_BREAK_SPACE}×${NO_BREAK_SPACE}${count}`,
    )
    .join(', ')
}

export function parkingText({ parking_given, parking_needed }: Indicators): string {
  return `${formatNumber(parking_given)} / ${formatNumber(parking_needed)}`
}
