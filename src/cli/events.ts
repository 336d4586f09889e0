// `events`: the audit trail, newest first.
import { Command, InvalidArgumentError } from 'commander'
import type { StoredEvent } from '../audit/event-store.ts'
import { EVENT } from '../audit/events.ts'
import { systemClock } from '../clock.ts'
import { DAY_MS, HOUR_MS, isoTime } from '../iso-time.ts'
import {
  JSON_OPTION,
  MAX_LISTED,
  type OutputOptions,
  upTo,
  warn,
  wholeNumber,
  withMainStore,
} from './command.ts'
import { type Column, printRows } from './table.ts'

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: HOUR_MS,
  d: DAY_MS,
}

const TYPES = Object.values(EVENT).join(', ')
const isOwnType = (type: string): boolean => Object.values<string>(EVENT).includes(type)

interface EventsOptions extends OutputOptions {
  readonly user?: string
  readonly type?: string
  readonly since?: number
  readonly limit: number
}

const EVENT_COLUMNS: readonly Column<StoredEvent>[] = [
  { json: 'event_id', of: (event) => event.eventId },
  { json: 'occurred_at', heading: 'TIME', of: (event) => event.occurredAt },
  { json: 'event_type', heading: 'TYPE', of: (event) => event.eventType },
  { json: 'username', heading: 'USERNAME', of: (event) => event.username },
  { json: 'ip', heading: 'ADDRESS', of: (event) => event.ip },
  { json: 'user_agent', of: (event) => event.userAgent },
  { json: 'path', of: (event) => event.path },
  { json: 'method', of: (event) => event.method },
  {
    json: 'payload',
    heading: 'PAYLOAD',
    of: (event) => event.payload,
    shown: (event) => JSON.stringify(event.payload),
  },
]

export function eventsCommand(): Command {
  return new Command('events')
    .description('show audit events, newest first')
    .option('--user <name>', 'of this username only')
    .option('--type <type>', `of this type only: ${TYPES}, or another program’s`)
    .option('--since <span>', 'no older than this: 90s, 15m, 1h, 7d', spanMs)
    .option('--limit <n>', 'at most this many', wholeNumber(1, MAX_LISTED), 100)
    .option(...JSON_OPTION)
    .action((options: EventsOptions) =>
      withMainStore(async ({ events }) => {
        const asked = {
          username: options.user,
          eventType: options.type,
          since:
            options.since === undefined
              ? undefined
              : // A span of centuries ends before the times that PostgreSQL can read.
                isoTime(Math.max(0, systemClock.wallMs() - options.since)),
          limit: options.limit + 1,
        }
        const found = await events.list(asked)
        if (found.length === 0 && options.type !== undefined && !isOwnType(options.type)) {
          warn(`None was found of the type "${options.type}". This service writes ${TYPES}.`)
        }
        printRows(options, upTo(options.limit, found, 'the newest'), EVENT_COLUMNS)
      }),
    )
}

function spanMs(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  if (!match) throw new InvalidArgumentError('Give a number and a unit: 90s, 15m, 1h, 7d.')
  return Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0)
}
