// What a request for best layouts means where it says nothing, and the rules that bind several of
// its wishes. Never looks at the site; what a body may say is request-body.ts's, what the norms
// leave of the wishes within-norms.ts's.
import { TYPOLOGIES, USUAL_STOREYS } from '../../norms/house-sizes.ts'
import { withRequestedRules } from '../../norms/requested-rules.ts'
import type { RuleName, RuleSet } from '../../norms/rule-set.ts'
import { tableFaults } from '../../norms/rule-tables.ts'
import { perType, sumsToOne, type UnitMix } from '../unit-types.ts'
import type { LayoutsAsked } from './layout.ts'
import { LAYOUTS_DEFAULTS, type LayoutsRequest } from './request-body.ts'

const TABLE_FAULTS = {
  steps: 'up_to должны возрастать, у последней ступени — null',
  span: 'least должно быть не больше most',
} as const

type RequestOutcome =
  | { readonly kind: 'request'; readonly request: LayoutsAsked; readonly ruleSet: RuleSet }
  | { readonly kind: 'invalid'; readonly field: string; readonly rule: string }

/**
 * The request with its defaults, and the rules that it must keep.
 * @param usualMix where the request names none
 */
export function readLayoutRequest(
  wishes: LayoutsRequest,
  setOfPlace: RuleSet,
  usualMix: UnitMix,
): RequestOutcome {
  const { rules = {}, storeys = {}, unit_mix } = wishes
  for (const name of Object.keys(rules) as RuleName[]) {
    const [fault] = tableFaults(rules[name])
    if (fault) return invalid(`rules.${name}`, TABLE_FAULTS[fault])
  }
  const { min_storeys: least, max_storeys: most } = rules
  if (least !== undefined && most !== undefined && least > most) {
    return invalid('rules', 'min_storeys должно быть не больше max_storeys')
  }
  const min = storeys.min ?? Math.min(USUAL_STOREYS.min, storeys.max ?? USUAL_STOREYS.min)
  const max = storeys.max ?? Math.max(USUAL_STOREYS.max, min)
  if (min > max) return invalid('storeys', 'min должно быть не больше max')

  // What is left out is 0.
  const mix = unit_mix ? perType((type) => unit_mix[type] ?? 0) : usualMix
  if (!sumsToOne(mix)) return invalid('unit_mix', 'сумма долей должна быть равна 1')
  const ruleSet = withRequestedRules(setOfPlace, rules)
  return {
    kind: 'request',
    ruleSet,
    request: {
      // In one order, so that theirs changes no answer.
      typologies: TYPOLOGIES.filter((each) => wishes.typologies?.includes(each) ?? true),
      storeys: { min, max },
      unit_mix: mix,
      parking_ratio: wishes.parking_ratio ?? ruleSet.rules.parking_per_unit.value,
      objective: wishes.objective ?? LAYOUTS_DEFAULTS.objective,
      options: wishes.options ?? LAYOUTS_DEFAULTS.options,
      seed: wishes.seed ?? LAYOUTS_DEFAULTS.seed,
    },
  }
}

function invalid(field: string, rule: string): RequestOutcome {
  return { kind: 'invalid', field, rule }
}
