// Which settings contradict each other, and which start the service but deserve a warning.
// Never here: the bounds of one setting by itself, which stand in its entry.
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Settings } from './catalogue.ts'
import type { DatabaseUrl } from './kinds.ts'

/** What starts, but deserves a second look: one line each. */
export function settingsWarnings(settings: Settings): readonly string[] {
  const warnings: string[] = []
  if (settings.sessionSecret === '') {
    warnings.push(
      'SESSION_SECRET is empty: session digests are plain SHA-256. Set it to key them; that ends present sessions.',
    )
  }
  if (!settings.sessionCookieName.startsWith('__Host-')) {
    warnings.push(
      'SESSION_COOKIE_NAME has no __Host- prefix: a sibling host could set the cookie. Keep the prefix where you can.',
    )
  }
  if (settings.loginPasswordVerifyWorkers === 1) {
    warnings.push(
      'LOGIN_PASSWORD_VERIFY_WORKERS is 1: one address can hold the only slot. Use at least 2.',
    )
  }
  if (settings.authMode === 'dual') {
    warnings.push(
      'AUTH_MODE is dual: a user blocked in the registry can still come in through the proxy’s X-Authenticated-User. Use db_only once every client signs in.',
    )
  }
  return warnings
}

function isSameDatabase(one: DatabaseUrl, other: DatabaseUrl | undefined): boolean {
  return other !== undefined && identityOf(one) === identityOf(other)
}

/** Which database a URL means, in however it is written. */
function identityOf(url: DatabaseUrl): string {
  if (url.engine === 'sqlite') return `file ${realPath(resolve(url.file))}`
  const { hostname, port, pathname, search } = new URL(url.url)
  return `server ${hostname.toLowerCase()}:${port || 5432}${pathname}${search}`
}

/** Links followed as far as there is something. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(realPath(parent), basename(path))
}

/**
 * A setting that could not be read is undefined in `settings`; it has a fault already.
 * @param isUnreadable whether the variable's value could not be read; without that, `undefined` may
 *   also mean that it is not set
 */
export function contradictions(
  settings: Partial<Settings>,
  isUnreadable: (variable: string) => boolean,
): string[] {
  return [
    ...identityContradictions(settings, isUnreadable('IDENTITY_DATABASE_URL')),
    ...(settings.authMode === 'dual' && settings.legacyRolesFile === undefined
      ? ['AUTH_MODE is "dual" but LEGACY_ROLES_FILE is not set. Set it, or use AUTH_MODE=db_only.']
      : []),
    ...(settings.addressUpstream !== undefined && settings.dadataApiKey === ''
      ? ['ADDRESS_UPSTREAM is set but DADATA_API_KEY is not. Set it, or unset ADDRESS_UPSTREAM.']
      : []),
    ...deliveryContradictions(settings),
    ...tradeInContradictions(settings),
  ]
}

function identityContradictions(
  { identityStore, identityDatabaseUrl, databaseUrl }: Partial<Settings>,
  isUrlUnreadable: boolean,
): string[] {
  if (identityStore !== 'auth' || isUrlUnreadable) return []
  if (identityDatabaseUrl === undefined) {
    return [
      'IDENTITY_STORE is "auth" but IDENTITY_DATABASE_URL is not set. Set it, or use IDENTITY_STORE=tradein.',
    ]
  }
  return isSameDatabase(identityDatabaseUrl, databaseUrl)
    ? [
        'IDENTITY_DATABASE_URL names the main database. Give the identity store a database of its own.',
      ]
    : []
}

function deliveryContradictions(settings: Partial<Settings>): string[] {
  const { supportDelivery, supportWebhookSecret, leadWebhookUrl, leadWebhookSecret } = settings
  const unset = (
    [
      ['TELEGRAM_BOT_TOKEN', settings.telegramBotToken],
      ['TELEGRAM_CHAT_ID', settings.telegramChatId],
    ] as const
  ).filter(([, value]) => value === '')
  return [
    ...(supportDelivery?.kind === 'telegram'
      ? unset.map(
          ([variable]) =>
            `SUPPORT_DELIVERY is "telegram:" but ${variable} is not set. Set it, or use SUPPORT_DELIVERY=file:FOLDER.`,
        )
      : []),
    ...(supportDelivery?.kind === 'webhook' && supportWebhookSecret === ''
      ? [
          'SUPPORT_DELIVERY is a webhook but SUPPORT_WEBHOOK_SECRET is not set. Set it to the secret that the receiver checks signatures with.',
        ]
      : []),
    ...(leadWebhookUrl !== undefined && leadWebhookSecret === ''
      ? [
          'LEAD_WEBHOOK_URL is set but LEAD_WEBHOOK_SECRET is not. Set it to the secret that the receiver checks signatures with.',
        ]
      : []),
  ]
}

function tradeInContradictions(settings: Partial<Settings>): string[] {
  const { tradeInLeastShare: least, tradeInMostShare: most } = settings
  const { tradeInBuyoutDays: buyout, tradeInReservationDays: reservation } = settings
  return [
    ...(least !== undefined && most !== undefined && least > most
      ? ['TRADE_IN_LEAST_SHARE is above TRADE_IN_MOST_SHARE. Lower the one, or raise the other.']
      : []),
    ...(buyout !== undefined && reservation !== undefined && buyout > reservation
      ? [
          'TRADE_IN_BUYOUT_DAYS is above TRADE_IN_RESERVATION_DAYS: a buyout is the faster way to the money. Lower the one, or raise the other.',
        ]
      : []),
  ]
}
