// Builds the delivery: support messages and pilot requests go to the messaging service, leads to
// the CRM, each way out watched by gauges. How a record comes in, and is found again, stands with
// its noun.
import type { Clock } from '../clock.ts'
import type { Foundation } from '../foundation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import type { Channel } from './channel.ts'
import { ATTEMPT_RESULTS } from './delivery-attempt.ts'
import { createDeliveryStore, type DeliveryState } from './delivery-store.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { fileChannel } from './file-channel.ts'
import {
  type DeliveryKind,
  type Destination,
  type OutgoingSource,
  SUPPORT_CHANNELS,
} from './outgoing.ts'
import { telegramChannel } from './telegram-channel.ts'
import { webhookChannel } from './webhook-channel.ts'

export interface Delivery {
  readonly messenger: Pick<Dispatcher, 'wake'>
  /** Undefined where leads stay in the service. */
  readonly crm: Pick<Dispatcher, 'wake'> | undefined
}

/** The parts whose records leave the service. */
interface OutgoingSources {
  readonly support: OutgoingSource
  readonly pilot: OutgoingSource
  readonly leads: OutgoingSource
}

const CANNOT_READ = 'what waits cannot be read, and nothing leaves; its gauges are NaN'

/** At a stop, how long attempts under way have to end. */
const STOP_LIMIT_S = 1

export async function startDelivery(
  { settings, stores, metrics, partNotes, clock, log, closing, stopping }: Foundation,
  sources: OutgoingSources,
): Promise<Delivery> {
  const store = createDeliveryStore(stores.main)
  const attempts = metrics.counter(
    'delivery_attempts_total',
    'Attempts to deliver messages and leads, by what came of them.',
    'outcome',
    ATTEMPT_RESULTS,
  )
  const dispatchers = new Map<Destination, Dispatcher>()
  closing.defer(async () => {
    await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.stop(STOP_LIMIT_S)))
  })
  const start = async (destination: Destination, channel: Channel) => {
    const dispatcher = await startDispatcher({
      destination,
      channel,
      store,
      load: (kind, id) => sourceOf(sources, kind).findOutgoing(id),
      onDelivered: (kind) => countDelivered(metrics, kind),
      onAttempt: attempts,
      random: Math.random,
      serviceStopping: stopping,
      clock,
      log,
    })
    dispatchers.set(destination, dispatcher)
    addGauges(metrics, destination, dispatcher, clock)
    return dispatcher
  }

  const messenger = await start('messenger', messengerChannel(settings, clock))
  const { leadWebhookUrl: url, leadWebhookSecret: secret } = settings
  const crm =
    url === undefined ? undefined : await start('crm', webhookChannel({ url, secret }, clock))
  partNotes.add(() => {
    const failing = [...dispatchers].filter(([, dispatcher]) => dispatcher.isFailing)
    return Object.fromEntries(failing.map(([name]) => [`delivery_${name}`, CANNOT_READ]))
  })
  return { messenger, crm }
}

function messengerChannel(settings: Settings, clock: Clock): Channel {
  const target = settings.supportDelivery
  switch (target.kind) {
    case 'file':
      return fileChannel(target.folder)
    case 'telegram':
      return telegramChannel(
        {
          apiUrl: settings.telegramApiUrl,
          botToken: settings.telegramBotToken,
          chatId: settings.telegramChatId,
        },
        clock,
      )
    case 'webhook':
      return webhookChannel({ url: target.url, secret: settings.supportWebhookSecret }, clock)
  }
}

function sourceOf(sources: OutgoingSources, kind: DeliveryKind): OutgoingSource {
  switch (kind) {
    case 'support_web':
    case 'support_anon':
      return sources.support
    case 'pilot':
      return sources.pilot
    case 'lead':
      return sources.leads
  }
}

/** The support counter moves only here: after the delivery, once for each message. */
function countDelivered({ counters }: Pick<Metrics, 'counters'>, kind: DeliveryKind): void {
  if (kind === 'support_web' || kind === 'support_anon') {
    counters.supportMessages.add(SUPPORT_CHANNELS[kind])
  }
}

function addGauges(
  metrics: Pick<Metrics, 'gauge'>,
  destination: Destination,
  dispatcher: Dispatcher,
  clock: Clock,
): void {
  /** A count that nobody can read is no count: 0 would look like nothing that waits. */
  const read = (figure: (state: DeliveryState) => number) => () =>
    dispatcher.isFailing ? Number.NaN : figure(dispatcher.state)
  metrics.gauge(
    `delivery_${destination}_pending`,
    `Deliveries to the ${destination} that wait or are under way.`,
    read(({ pending }) => pending),
  )
  metrics.gauge(
    `delivery_${destination}_failed`,
    `Deliveries to the ${destination} that were given up and wait for a person.`,
    read(({ failed }) => failed),
  )
  metrics.gauge(
    `delivery_${destination}_oldest_age_s`,
    `Age of the oldest delivery to the ${destination} that waits, seconds.`,
    read(({ oldestPendingAt }) =>
      oldestPendingAt === undefined
        ? 0
        : Math.max(0, (clock.wallMs() - Date.parse(oldestPendingAt)) / 1000),
    ),
  )
}
