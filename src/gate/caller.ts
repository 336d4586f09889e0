// The caller of a request, once the gate has let it in.
import type { FastifyRequest } from 'fastify'
import type { UserId } from '../db/tables.ts'
import type { Role } from '../identity/user.ts'

export interface Caller {
  readonly username: string
  readonly role: Role
  /** NULL for a legacy caller: the roles file knows names only. */
  readonly userId: UserId | null
  readonly managerId: UserId | null
  readonly source: 'session' | 'header'
}

/** What a route asks of its caller; a route that says nothing asks for any caller. */
export type Access = 'open' | 'caller' | 'admin'

export function mayEnter(caller: Caller, access: Access): boolean {
  return access !== 'admin' || caller.role === 'admin'
}

/** The caller of a gated route. @throws TypeError on an open route, which has no caller */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new TypeError('an open route has no caller')
  return request.caller
}
