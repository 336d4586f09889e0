// `sessions list|revoke`: who is signed in, and putting an end to it. Tokens are never shown: only
// their digests are kept.
import { Command, Option } from 'commander'
import { systemClock } from '../clock.ts'
import type { Registry } from '../identity/registry.ts'
import type { ListedSession } from '../identity/session-upkeep.ts'
import {
  JSON_OPTION,
  MAX_LISTED,
  type OutputOptions,
  print,
  unknownUser,
  upTo,
  wholeNumber,
  withIdentityStore,
} from './command.ts'
import { type Column, printRows } from './table.ts'

export function sessionsCommand(): Command {
  return new Command('sessions')
    .description('list and revoke sessions')
    .addCommand(list())
    .addCommand(revoke())
}

const SESSION_COLUMNS: readonly Column<ListedSession>[] = [
  { json: 'username', heading: 'USERNAME', of: (session) => session.username },
  { json: 'ip', heading: 'ADDRESS', of: (session) => session.ip },
  { json: 'user_agent', of: (session) => session.userAgent },
  { json: 'created_at', heading: 'CREATED', of: (session) => session.createdAt },
  { json: 'last_seen_at', heading: 'LAST SEEN', of: (session) => session.lastSeenAt },
  { json: 'expires_at', heading: 'EXPIRES', of: (session) => session.expiresAt },
  // A long text: the last column for people.
  { heading: 'USER AGENT', of: (session) => session.userAgent },
]

function list(): Command {
  return new Command('list')
    .description('list live sessions, last used first')
    .option('--user <name>', 'of this user only')
    .option('--limit <n>', 'at most this many', wholeNumber(1, MAX_LISTED), 1_000)
    .option(...JSON_OPTION)
    .action((options: OutputOptions & { user?: string; limit: number }) =>
      withIdentityStore(async ({ identity: { registry, sessions } }) => {
        await refuseUnknown(options.user, registry)
        const nowMs = systemClock.wallMs()
        const live = await sessions.listLive(options.user, nowMs, options.limit + 1)
        printRows(options, upTo(options.limit, live, 'the last used'), SESSION_COLUMNS)
      }),
    )
}

function revoke(): Command {
  return new Command('revoke')
    .description('end sessions at once')
    .option('--user <name>', 'of this user')
    .addOption(new Option('--all', 'of everybody').conflicts('user'))
    .option(...JSON_OPTION)
    .action(async (options: OutputOptions & { user?: string; all?: boolean }, command: Command) => {
      if (options.user === undefined && !options.all) {
        command.error('Say whose sessions: --user NAME, or --all.')
      }
      await withIdentityStore(async ({ identity: { registry, sessions } }) => {
        await refuseUnknown(options.user, registry)
        const ended =
          options.user === undefined
            ? await sessions.revokeAll(systemClock.wallMs())
            : await sessions.revokeOf(options.user, systemClock.wallMs())
        print(options, { revoked: ended }, `Sessions ended: ${ended}.`)
      })
    })
}

async function refuseUnknown(
  name: string | undefined,
  registry: Pick<Registry, 'find'>,
): Promise<void> {
  if (name !== undefined && !(await registry.find(name))) throw unknownUser(name)
}
