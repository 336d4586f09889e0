// Makes an estimate for a caller, keeps it and counts it. Knows neither HTTP nor SQL.
import type { Caller } from '../gate/caller.ts'
import type { Counters } from '../metrics/counters.ts'
import type { EstimateStore } from './estimate-store.ts'
import { type EstimateOutcome, type EstimateParts, makeEstimate } from './make-estimate.ts'
import type { EstimateRequest } from './wire/estimate-request.ts'

export interface CreateEstimateParts extends EstimateParts {
  readonly store: Pick<EstimateStore, 'add'>
  readonly counters: Pick<Counters, 'estimates'>
}

type CreatedEstimate =
  /** The whole answer as it is kept, JSON text. */
  { readonly kind: 'created'; readonly body: string } | Exclude<EstimateOutcome, { kind: 'made' }>

/**
 * @throws as `makeEstimate`; DatabaseUnavailable if it cannot be kept, and then it is not counted
 */
export async function createEstimate(
  parts: CreateEstimateParts,
  caller: Pick<Caller, 'username'>,
  request: EstimateRequest,
): Promise<CreatedEstimate> {
  const outcome = await makeEstimate(parts, caller.username, request)
  if (outcome.kind !== 'made') return outcome
  const { estimate } = outcome
  const body = JSON.stringify(estimate)
  await parts.store.add({
    id: estimate.id,
    owner: caller.username,
    createdAt: estimate.created_at,
    status: estimate.status,
    body,
    valuationDate: estimate.valuation_date,
    address: estimate.subject.address,
    areaM2: estimate.subject.area_m2,
    rooms: estimate.subject.rooms,
    marketRub: estimate.value?.market_rub ?? null,
    basis: estimate.value?.basis ?? null,
    level: estimate.confidence?.level ?? null,
    isDemo: estimate.demo,
  })
  parts.counters.estimates.add(estimate.status)
  return { kind: 'created', body }
}
