// `sessions list|revoke`: who is signed in, and putting an end to it. Tokens are never shown: only
// their digests are kept.
import { Command, Option } from 'commander'
import { systemClock } from '../clock.ts'
import type { Registry } from '../identity/registry.ts'
import {
  JSON_OPTION,
  type OutputOptions,
  print,
  refuseUnknownUser,
  table,
  wholeNumber,
  withStores,
} from './command.ts'

export function sessionsCommand(): Command {
  return new Command('sessions')
    .description('list and revoke sessions')
    .addCommand(list())
    .addCommand(revoke())
}

function list(): Command {
  return new Command('list')
    .description('list live sessions, last used first')
    .option('--user <name>', 'of this user only')
    .option('--limit <n>', 'at most this many', wholeNumber, 1_000)
    .option(...JSON_OPTION)
    .action((options: OutputOptions & { user?: string; limit: number }) =>
      withStores(async ({ identity: { registry, sessions } }) => {
        await refuseUnknown(options.user, registry)
        const live = await sessions.listLive(options.user, systemClock.wallMs(), options.limit)
        print(
          options,
          live.map((session) => ({
            username: session.username,
            ip: session.ip,
            user_agent: session.userAgent,
            created_at: session.createdAt,
            last_seen_at: session.lastSeenAt,
            expires_at: session.expiresAt,
          })),
          table(
            ['USERNAME', 'ADDRESS', 'CREATED', 'LAST SEEN', 'EXPIRES', 'USER AGENT'],
            live.map((session) => [
              session.username,
              session.ip,
              session.createdAt,
              session.lastSeenAt,
              session.expiresAt,
              session.userAgent,
            ]),
          ),
        )
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
      await withStores(async ({ identity: { registry, sessions } }) => {
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
  registry: Pick<Registry, 'findForLogin'>,
): Promise<void> {
  if (name !== undefined) refuseUnknownUser(name, (await registry.findForLogin(name)) !== undefined)
}
