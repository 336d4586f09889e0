// Whether a caller may see a lead. Others' ids are as unknown as ids that never were.
import type { Caller } from '../gate/caller.ts'
import { ownersVisibleTo } from '../gate/visibility.ts'
import type { Registry } from '../identity/registry.ts'
import { isUuid } from '../validation-formats.ts'
import type { Lead, LeadStore } from './lead-store.ts'

export interface FindLeadParts {
  readonly store: Pick<LeadStore, 'find'>
  readonly registry: Pick<Registry, 'teamOf'>
}

/** The lead, if there is one with this id that the caller may see. */
export async function findLead(
  { store, registry }: FindLeadParts,
  id: string,
  caller: Caller,
): Promise<Lead | undefined> {
  const known = id.toLowerCase()
  return isUuid(known) ? store.find(known, await ownersVisibleTo(caller, registry)) : undefined
}
