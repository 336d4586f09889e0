// `events`: the audit trail, newest first.
import { Command, InvalidArgumentError } from 'commander'
import { isoTime, systemClock } from '../clock.ts'
import {
  JSON_OPTION,
  type OutputOptions,
  print,
  table,
  wholeNumber,
  withStores,
} from './command.ts'

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

interface EventsOptions extends OutputOptions {
  readonly user?: string
  readonly type?: string
  readonly since?: number
  readonly limit: number
}

export function eventsCommand(): Command {
  return new Command('events')
    .description('show audit events, newest first')
    .option('--user <name>', 'of this username only')
    .option('--type <type>', 'of this type only, such as login_failed')
    .option('--since <span>', 'no older than this: 90s, 15m, 1h, 7d', spanMs)
    .option('--limit <n>', 'at most this many', wholeNumber, 100)
    .option(...JSON_OPTION)
    .action((options: EventsOptions) =>
      withStores(async ({ events }) => {
        const found = await events.list({
          username: options.user,
          eventType: options.type,
          since:
            options.since === undefined
              ? undefined
              : // A span of centuries ends before the times that PostgreSQL can read.
                isoTime(Math.max(0, systemClock.wallMs() - options.since)),
          limit: options.limit,
        })
        print(
          options,
          found.map((event) => ({
            event_id: event.eventId,
            occurred_at: event.occurredAt,
            event_type: event.eventType,
            username: event.username,
            ip: event.ip,
            user_agent: event.userAgent,
            path: event.path,
            method: event.method,
            payload: event.payload,
          })),
          table(
            ['TIME', 'TYPE', 'USERNAME', 'ADDRESS', 'PAYLOAD'],
            found.map((event) => [
              event.occurredAt,
              event.eventType,
              event.username,
              event.ip,
              JSON.stringify(event.payload),
            ]),
          ),
        )
      }),
    )
}

function spanMs(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  if (!match) throw new InvalidArgumentError('Give a number and a unit: 90s, 15m, 1h, 7d.')
  return Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0)
}
