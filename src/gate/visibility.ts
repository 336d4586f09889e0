// Whose records a caller may see: an employee's own; for a manager the team's as well; for an admin
// all. Records name their owner by username. The id of a record that the caller may not see is
// answered like one that does not exist.
import type { Owners } from '../db/owned-by.ts'
import { isUuid } from '../http/validation-formats.ts'
import type { Registry } from '../identity/registry.ts'
import type { Caller } from './caller.ts'

export async function ownersVisibleTo(
  caller: Caller,
  registry: Pick<Registry, 'teamOf'>,
): Promise<Owners> {
  switch (caller.role) {
    case 'admin':
      return 'all'
    case 'manager':
      return [caller.username, ...(await registry.teamOf(caller.username))]
    case 'employee':
      return [caller.username]
  }
}

interface VisibleParts<Found> {
  readonly store: { find(id: string, owners: Owners): Promise<Found | undefined> }
  readonly registry: Pick<Registry, 'teamOf'>
}

/** The record with this id, if there is one that the caller may see. */
export async function findVisible<Found>(
  { store, registry }: VisibleParts<Found>,
  id: string,
  caller: Caller,
): Promise<Found | undefined> {
  const lowerCaseId = id.toLowerCase()
  return isUuid(lowerCaseId)
    ? store.find(lowerCaseId, await ownersVisibleTo(caller, registry))
    : undefined
}

/** Whose records the caller sees besides their own; an admin's list has the admin too. */
export async function visibleTeamOf(
  caller: Caller,
  registry: Pick<Registry, 'teamOf' | 'allUsernames'>,
): Promise<readonly string[]> {
  switch (caller.role) {
    case 'admin':
      return registry.allUsernames()
    case 'manager':
      return registry.teamOf(caller.username)
    case 'employee':
      return []
  }
}
