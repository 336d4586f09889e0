// Whose records a caller sees: an employee the own, a manager the team's as well, an admin all.
import type { Registry } from '../identity/registry.ts'
import type { Caller } from './caller.ts'

/** Usernames, or everybody's. */
export type VisibleOwners = 'all' | readonly string[]

export async function visibleOwners(
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
