// Whose records a caller may see: an employee the own, a manager the team's as well, an admin all.
// Records name their owner by username.
import type { Registry } from '../identity/registry.ts'
import type { Caller } from './caller.ts'

/** Usernames, or everybody, users who no longer exist among them. */
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

/** The same as names: those whose records the caller sees besides the own. */
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
