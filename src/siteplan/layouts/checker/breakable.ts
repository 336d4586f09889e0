// What the checker can find broken, by name. Apart from what finds it: the names of the rules come
// from their schema, whose library the threads that check need not load.
import { RULE_NAMES } from '../../../norms/rule-set.ts'

/**
 * The rules, and beyond them: shapes, sums, what the table of checks says, and how options differ.
 */
export const BREAKABLE = [
  ...RULE_NAMES,
  'inside_buildable',
  'no_overlap',
  'way_out',
  'parking_access',
  'site',
  'building',
  'indicators',
  'checks',
  'insolation',
  'economics',
  'options',
] as const

export type Broken = (typeof BREAKABLE)[number]
