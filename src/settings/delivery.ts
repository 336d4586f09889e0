// What leaves the service, and the open forms it comes from: support messages, pilot requests,
// leads.
import {
  Fault,
  httpUrl,
  integer,
  optional,
  parseHttpUrl,
  parsePath,
  rootUrl,
  type Setting,
  secret,
  text,
} from './kinds.ts'

/** Where support messages and pilot requests go. */
type MessengerTarget =
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 'telegram' }
  | { readonly kind: 'webhook'; readonly url: string }

export const deliverySettings = {
  supportDelivery: {
    ...text(
      'SUPPORT_DELIVERY',
      'file:./data/support',
      'Where support messages and pilot requests go: a folder, a Telegram chat or a webhook.',
    ),
    allowed: '`file:FOLDER`, `telegram:` or `webhook:` and an http(s) URL',
    fromFile: true,
    read: parseMessengerTarget,
  } satisfies Setting<MessengerTarget>,
  telegramBotToken: {
    ...secret(
      'TELEGRAM_BOT_TOKEN',
      'Token of the bot; required when `SUPPORT_DELIVERY=telegram:`.',
    ),
    allowed: 'a bot token from BotFather (digits, a colon, letters)',
    read: (value) => {
      if (!/^(\d{1,20}:[\w-]{1,200})?$/.test(value)) throw new Fault('is not a bot token')
      return value
    },
  } satisfies Setting<string>,
  telegramChatId: {
    ...text(
      'TELEGRAM_CHAT_ID',
      '',
      'Chat that the bot writes to; required when `SUPPORT_DELIVERY=telegram:`.',
    ),
    allowed: 'a number (negative for groups) or `@channel`',
    read: (value) => {
      if (!/^(-?\d{1,20}|@\w{1,64})?$/.test(value)) throw new Fault('is not a chat')
      return value
    },
  } satisfies Setting<string>,
  telegramApiUrl: {
    ...rootUrl('TELEGRAM_API_URL', 'Root of the Bot API.'),
    fallback: 'https://api.telegram.org',
  },
  supportWebhookSecret: secret(
    'SUPPORT_WEBHOOK_SECRET',
    'Signs what goes to the support webhook; required when `SUPPORT_DELIVERY` is one.',
  ),
  leadWebhookUrl: optional(
    httpUrl(
      'LEAD_WEBHOOK_URL',
      'CRM webhook that gets new leads. If unset, leads stay in the service.',
    ),
  ),
  leadWebhookSecret: secret(
    'LEAD_WEBHOOK_SECRET',
    'Signs what goes to the lead webhook; required when `LEAD_WEBHOOK_URL` is set.',
  ),
  supportAnonRateLimit: integer(
    'SUPPORT_ANON_RATE_LIMIT',
    { fallback: 5, from: 1, to: 1_000_000 },
    'Support messages without sign-in allowed to one client address within the window.',
  ),
  supportAnonRateLimitWindowS: integer(
    'SUPPORT_ANON_RATE_LIMIT_WINDOW_S',
    { fallback: 600, from: 1, to: 86_400 },
    'Length of that sliding window, seconds.',
  ),
  pilotRateLimit: integer(
    'PILOT_RATE_LIMIT',
    { fallback: 5, from: 1, to: 1_000_000 },
    'Pilot requests allowed to one client address within the window.',
  ),
  pilotRateLimitWindowS: integer(
    'PILOT_RATE_LIMIT_WINDOW_S',
    { fallback: 3600, from: 1, to: 86_400 },
    'Length of that sliding window, seconds.',
  ),
  openHourlyLimit: integer(
    'OPEN_HOURLY_LIMIT',
    { fallback: 600, from: 1, to: 1_000_000 },
    'Support messages without sign-in allowed within an hour, all addresses together; the same number for pilot requests.',
  ),
  openPendingLimit: integer(
    'OPEN_PENDING_LIMIT',
    { fallback: 1000, from: 1, to: 1_000_000 },
    'Support messages without sign-in that may wait to be delivered; at this many new ones get 503. The same number for pilot requests. Those that were given up do not count.',
  ),
} as const

function parseMessengerTarget(value: string): MessengerTarget {
  const [, kind, rest = ''] = /^(file|telegram|webhook):(.*)$/s.exec(value) ?? []
  if (kind === 'telegram' && rest === '') return { kind }
  if (kind === 'file' && rest !== '') return { kind, folder: parsePath(rest) }
  if (kind === 'webhook') return { kind, url: parseHttpUrl(rest) }
  throw new Fault('has none of the forms allowed')
}
