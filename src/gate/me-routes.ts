// GET /api/v1/me: the caller's scope.
import { Type } from 'typebox'
import { ERROR_RESPONSES } from '../errors.ts'
import type { App } from '../http/server.ts'
import type { Registry } from '../identity/registry.ts'
import { ROLES } from '../identity/user.ts'
import { callerOf } from './caller.ts'
import { visibleTeamOf } from './visibility.ts'

const UserIdOrNull = Type.Union([Type.Integer(), Type.String(), Type.Null()])

const Me = Type.Object(
  {
    username: Type.String(),
    role: Type.Enum(ROLES),
    user_id: UserIdOrNull,
    manager_id: UserIdOrNull,
    source: Type.Enum(['session', 'header']),
    team: Type.Array(Type.String(), {
      description:
        'Usernames whose records the caller sees besides their own: nobody for an employee, the team for a manager, everybody for an admin, the admin’s own name included',
    }),
  },
  { title: 'Me' },
)

export function mountMe(app: App, registry: Pick<Registry, 'teamOf' | 'allUsernames'>): void {
  app.get(
    '/api/v1/me',
    {
      schema: {
        operationId: 'getMe',
        summary: 'Who the caller is, and whose records they see',
        tags: ['sign-in'],
        response: { 200: Me, ...ERROR_RESPONSES },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      return {
        username: caller.username,
        role: caller.role,
        user_id: caller.userId,
        manager_id: caller.managerId,
        source: caller.source,
        team: [...(await visibleTeamOf(caller, registry))],
      }
    },
  )
}
