// `deliveries list|retry|drop`: what has not left the service yet, trying it again now, and ending
// what cannot be delivered. Contents are never shown.
import { Command, InvalidArgumentError, Option } from 'commander'
import { systemClock } from '../clock.ts'
import { createDeliveryUpkeep, type ListedDelivery } from '../delivery/delivery-upkeep.ts'
import { isUuid } from '../http/validation-formats.ts'
import {
  CommandFault,
  JSON_OPTION,
  MAX_LISTED,
  type OutputOptions,
  print,
  upTo,
  wholeNumber,
  withMainStore,
} from './command.ts'
import { type Column, printRows } from './table.ts'

export function deliveriesCommand(): Command {
  return new Command('deliveries')
    .description('list undelivered messages and leads, try them again or end them')
    .addCommand(list())
    .addCommand(retry())
    .addCommand(drop())
}

const DELIVERY_COLUMNS: readonly Column<ListedDelivery>[] = [
  { json: 'id', heading: 'ID', of: (delivery) => delivery.recordId },
  { json: 'destination', heading: 'TO', of: (delivery) => delivery.destination },
  { json: 'kind', heading: 'KIND', of: (delivery) => delivery.kind },
  { json: 'state', heading: 'STATE', of: (delivery) => delivery.state },
  { json: 'created_at', heading: 'CREATED', of: (delivery) => delivery.createdAt },
  {
    json: 'next_attempt_at',
    heading: 'NEXT ATTEMPT',
    of: (delivery) => (delivery.state === 'failed' ? null : delivery.nextAttemptAt),
  },
  { json: 'attempts', heading: 'ATTEMPTS', of: (delivery) => delivery.attempts },
  { json: 'last_fault', heading: 'LAST FAULT', of: (delivery) => delivery.lastFault },
]

function list(): Command {
  return new Command('list')
    .description('list what is not delivered, oldest first')
    .option('--limit <n>', 'at most this many', wholeNumber(1, MAX_LISTED), 1_000)
    .option(...JSON_OPTION)
    .action((options: OutputOptions & { limit: number }) =>
      withMainStore(async ({ main }) => {
        const undelivered = await createDeliveryUpkeep(main).listUndelivered(options.limit + 1)
        printRows(options, upTo(options.limit, undelivered, 'the oldest'), DELIVERY_COLUMNS)
      }),
    )
}

function retry(): Command {
  return new Command('retry')
    .description('make deliveries due that were given up or wait; the running service sends them')
    .option('--id <id>', 'this one', deliveryId)
    .addOption(new Option('--all', 'all of them').conflicts('id'))
    .option(...JSON_OPTION)
    .action((options: OutputOptions & { id?: string; all?: boolean }, command: Command) => {
      if (options.id === undefined && !options.all) {
        command.error('Say which deliveries: --id ID, or --all.')
      }
      return withMainStore(async ({ main }) => {
        const due = await createDeliveryUpkeep(main).retryNow(options.id, systemClock.wallMs())
        if (due === 0 && options.id !== undefined) throw noneToRetry(options.id)
        print(options, { retried: due }, `Deliveries due now: ${due}.`)
      })
    })
}

function drop(): Command {
  return new Command('drop')
    .description('end deliveries that cannot be made; what they would have sent stays in its table')
    .option('--id <id>', 'this one', deliveryId)
    .addOption(
      new Option('--fault <text>', 'all whose last fault is this, as listed').conflicts('id'),
    )
    .option(...JSON_OPTION)
    .action((options: OutputOptions & { id?: string; fault?: string }, command: Command) => {
      const { id, fault } = options
      const which =
        id !== undefined ? { recordId: id } : fault !== undefined ? { fault } : undefined
      if (!which) command.error('Say which deliveries: --id ID, or --fault TEXT.')
      return withMainStore(async ({ main }) => {
        const dropped = await createDeliveryUpkeep(main).drop(which)
        if (dropped === 0 && id !== undefined) throw noneToDrop(id)
        print(options, { dropped }, `Deliveries dropped: ${dropped}.`)
      })
    })
}

/** What is sent right now, or due within two minutes, is left alone. */
function noneToRetry(id: string): CommandFault {
  return new CommandFault(
    `No delivery ${id} was given up or waits longer than two minutes. \`tradein deliveries list\` shows them.`,
  )
}

function noneToDrop(id: string): CommandFault {
  return new CommandFault(
    `No delivery ${id} waits or was given up. \`tradein deliveries list\` shows those that do.`,
  )
}

function deliveryId(text: string): string {
  const id = text.toLowerCase()
  if (!isUuid(id)) {
    throw new InvalidArgumentError(
      'That is not the id of a delivery. `deliveries list` shows them.',
    )
  }
  return id
}
