// Whose records a caller may see: an employee's own; for a manager the team's as well; for an admin
// all.
// Records name their owner by username.
import type { Registry } from '../identity/registry.ts'
import type { Caller } from './caller.ts'

/** Usernames; or everybody, users who no longer exist included. */
export type VisibleOwners = 'all' | readonly string[]

export async function ownersVisibleTo(
  caller: Caller,
  registry: Pick<Registry, 'teamOf'>,
): Promise<VisibleOwners> {
  switch (caller.role) {
    case 'admin':
      return 'all'
    case 'manager':
      return [caller.username, ...(await registry.teamOf(caller.username))]
    case 'employee':
      return [caller.username]
  }
}

/** Usernames whose records the caller sees besides their own. */
export async function teamOf(
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
