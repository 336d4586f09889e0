// Best layouts as the wire has them: everything a drawing, a table or a check needs. Types only,
// from the schema, where each field says what it means. Finding layouts is the solver's, judging
// them the checker's.
import type { Wire } from '../../http/schema-pieces.ts'
import type * as Schemas from './schema.ts'

export type BestLayouts = Wire<typeof Schemas.BestLayoutsAnswer>

/** The files that they are made into. */
export type LayoutsFormat = 'json' | 'pdf'

export type LayoutsAsked = Wire<typeof Schemas.LayoutsAsked>
export type Objective = LayoutsAsked['objective']
export type LayoutAssumptions = Wire<typeof Schemas.LayoutAssumptions>
export type StoreyPrices = Wire<typeof Schemas.StoreyPrices>
export type Site = Wire<typeof Schemas.Site>
export type LayoutOption = Wire<typeof Schemas.LayoutOption>
export type Building = Wire<typeof Schemas.Building>
export type Indicators = Wire<typeof Schemas.Indicators>
export type RuleCheck = Wire<typeof Schemas.RuleCheck>
export type Insolation = Wire<typeof Schemas.Insolation>
export type Economics = Wire<typeof Schemas.Economics>
