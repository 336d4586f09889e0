// Whose records a caller may see: an employee its own, a manager the team's as well, an admin all.
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
