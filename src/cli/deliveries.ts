// `deliveries list|retry`: what has not left the service yet, and trying again what was given up.
// Contents are never shown.
import { Command, InvalidArgumentError, Option } from 'commander'
import { systemClock } from '../clock.ts'
import { createDeliveryStore } from '../delivery/delivery-store.ts'
import { isUuid } from '../validation-formats.ts'
import { JSON_OPTION, type OutputOptions, print, table, withStores } from './command.ts'

const LIST_MOST = 1000

export function deliveriesCommand(): Command {
  return new Command('deliveries')
    .description('list undelivered messages and leads, and try again those given up')
    .addCommand(list())
    .addCommand(retry())
}

function list(): Command {
  return new Command('list')
    .description(`list what is not delivered, oldest first, ${LIST_MOST} at most`)
    .option(...JSON_OPTION)
    .action((options: OutputOptions) =>
      withStores(async ({ main }) => {
        const waiting = await createDeliveryStore(main).listUndelivered(LIST_MOST)
        print(
          options,
          waiting.map((delivery) => ({
            id: delivery.recordId,
            destination: delivery.destination,
            kind: delivery.kind,
            state: delivery.state,
            created_at: delivery.createdAt,
            next_attempt_at: delivery.state === 'failed' ? null : delivery.nextAttemptAt,
            attempts: delivery.attempts,
            last_fault: delivery.lastFault,
          })),
          table(
            ['ID', 'TO', 'KIND', 'STATE', 'CREATED', 'NEXT ATTEMPT', 'ATTEMPTS', 'LAST FAULT'],
            waiting.map((delivery) => [
              delivery.recordId,
              delivery.destination,
              delivery.kind,
              delivery.state,
              delivery.createdAt,
              delivery.state === 'failed' ? null : delivery.nextAttemptAt,
              delivery.attempts,
              delivery.lastFault,
            ]),
          ),
        )
      }),
    )
}

function retry(): Command {
  return new Command('retry')
    .description('make deliveries that were given up due again; the running service sends them')
    .option('--id <id>', 'this one', deliveryId)
    .addOption(new Option('--all', 'all of them').conflicts('id'))
    .option(...JSON_OPTION)
    .action((options: OutputOptions & { id?: string; all?: boolean }, command: Command) => {
      if (options.id === undefined && !options.all) {
        command.error('Say which deliveries: --id ID, or --all.')
      }
      return withStores(async ({ main }) => {
        const store = createDeliveryStore(main)
        const due = await store.retryFailed(options.id, systemClock.wallMs())
        print(options, { retried: due }, `Deliveries due again: ${due}.`)
      })
    })
}

function deliveryId(text: string): string {
  const id = text.toLowerCase()
  if (!isUuid(id)) {
    throw new InvalidArgumentError('It is no id of a delivery. `deliveries list` shows them.')
  }
  return id
}
