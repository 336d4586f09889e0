// Whether a caller may see an estimate. Others' ids are as unknown as ids that never were.
import type { Caller } from '../gate/caller.ts'
import { ownersVisibleTo } from '../gate/visibility.ts'
import type { Registry } from '../identity/registry.ts'
import { isUuid } from '../validation-formats.ts'
import type { EstimateStore, StoredEstimate } from './estimate-store.ts'

export interface FindEstimateParts {
  readonly store: Pick<EstimateStore, 'find'>
  readonly registry: Pick<Registry, 'teamOf'>
}

/** The estimate with this id, if the caller may see it. */
export async function findEstimate(
  { store, registry }: FindEstimateParts,
  id: string,
  caller: Caller,
): Promise<StoredEstimate | undefined> {
  const known = id.toLowerCase()
  return isUuid(known) ? store.find(known, await ownersVisibleTo(caller, registry)) : undefined
}
