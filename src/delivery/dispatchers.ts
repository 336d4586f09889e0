// The two ways out of the service: support messages and pilot requests to the messaging service,
// leads to the CRM. Built from the settings, watched by gauges.
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import type { Channel } from './channel.ts'
import type { AttemptResult } from './delivery-attempt.ts'
import type { DeliveryState, DeliveryStore } from './delivery-store.ts'
import { type Dispatcher, type DispatcherParts, startDispatcher } from './dispatcher.ts'
import { fileChannel } from './file-channel.ts'
import type { DeliveryKind, Destination, OutgoingSource } from './outgoing.ts'
import { telegramChannel } from './telegram-channel.ts'
import { webhookChannel } from './webhook-channel.ts'

export type DeliverySettings = Pick<
  Settings,
  | 'supportDelivery'
  | 'supportWebhookSecret'
  | 'telegramApiUrl'
  | 'telegramBotToken'
  | 'telegramChatId'
  | 'leadWebhookUrl'
  | 'leadWebhookSecret'
>

/** The parts whose records leave the service. */
export interface OutgoingSources {
  readonly support: OutgoingSource
  readonly pilot: OutgoingSource
  readonly leads: OutgoingSource
}

export interface DeliveryParts {
  readonly store: DeliveryStore
  readonly sources: OutgoingSources
  readonly metrics: Pick<Metrics, 'counters' | 'counter' | 'gauge'>
  readonly clock: Clock
  readonly log: Logger
}

export interface Dispatchers {
  readonly messenger: Dispatcher
  /** Undefined where leads stay here. */
  readonly crm: Dispatcher | undefined
  /** Lets attempts under way end for `limitS` at most. */
  stop(limitS: number): Promise<void>
}

export async function startDispatchers(
  settings: DeliverySettings,
  parts: DeliveryParts,
): Promise<Dispatchers> {
  const { metrics, clock } = parts
  const attempts = metrics.counter<AttemptResult>(
    'delivery_attempts_total',
    'Attempts to deliver messages and leads, by what came of them.',
    'outcome',
  )
  const start = async (destination: Destination, channel: Channel) => {
    const dispatcher = await startDispatcher({
      destination,
      channel,
      store: parts.store,
      load: (kind, id) => sourceOf(parts.sources, kind).findOutgoing(id),
      onDelivered: (kind) => countDelivered(metrics, kind),
      onAttempt: attempts,
      random: Math.random,
      clock,
      log: parts.log,
    } satisfies DispatcherParts)
    watch(metrics, destination, () => dispatcher.state, clock)
    return dispatcher
  }

  const messenger = await start('messenger', messengerChannel(settings, clock))
  const { leadWebhookUrl: url, leadWebhookSecret } = settings
  const crm =
    url === undefined
      ? undefined
      : await start('crm', webhookChannel({ url, secret: leadWebhookSecret }, clock))
  return {
    messenger,
    crm,
    async stop(limitS) {
      await Promise.all([messenger.stop(limitS), crm?.stop(limitS)])
    },
  }
}

function messengerChannel(settings: DeliverySettings, clock: Clock): Channel {
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
  if (kind === 'support_web') counters.supportMessages.add('web')
  if (kind === 'support_anon') counters.supportMessages.add('anon')
}

function watch(
  metrics: Pick<Metrics, 'gauge'>,
  destination: Destination,
  state: () => DeliveryState,
  clock: Clock,
): void {
  metrics.gauge(
    `delivery_${destination}_pending`,
    `Deliveries to the ${destination} that wait or are under way.`,
    () => state().pending,
  )
  metrics.gauge(
    `delivery_${destination}_failed`,
    `Deliveries to the ${destination} that were given up and wait for a person.`,
    () => state().failed,
  )
  metrics.gauge(
    `delivery_${destination}_oldest_age_s`,
    `Age of the oldest delivery to the ${destination} that waits, seconds.`,
    () => {
      const { oldestPendingAt } = state()
      return oldestPendingAt === undefined
        ? 0
        : Math.max(0, (clock.wallMs() - Date.parse(oldestPendingAt)) / 1000)
    },
  )
}
