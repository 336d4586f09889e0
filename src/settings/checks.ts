// Which settings contradict each other, and which start the service but deserve a warning.
// Never here: the bounds of one setting by itself, which stand in its entry.
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Settings } from './catalogue.ts'
import type { DatabaseUrl } from './database-url.ts'

/** A line for people, and whether it applies to the settings. */
type Line = readonly [applies: boolean, text: string]

function textsThatApply(lines: readonly Line[]): string[] {
  return lines.filter(([applies]) => applies).map(([, text]) => text)
}

/** Settings that the service starts with, but that deserve a second look: one line each. */
export function settingsWarnings(settings: Settings): readonly string[] {
  return textsThatApply([
    [
      settings.sessionSecret === '',
      'SESSION_SECRET is empty: session digests are plain SHA-256. Set it to key them; that ends present sessions.',
    ],
    [
      !settings.sessionCookieName.startsWith('__Host-'),
      'SESSION_COOKIE_NAME has no __Host- prefix: a sibling host could set the cookie. Keep the prefix where you can.',
    ],
    [
      settings.loginPasswordVerifyWorkers === 1,
      'LOGIN_PASSWORD_VERIFY_WORKERS is 1: one address can hold the only slot. Use at least 2.',
    ],
    [
      settings.authMode === 'dual',
      'AUTH_MODE is dual: a user blocked in the registry can still come in through the proxy’s X-Authenticated-User. Use db_only once every client signs in.',
    ],
  ])
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
  const { identityDatabaseUrl } = settings
  const isSeparate = settings.identityStore === 'auth' && !isUnreadable('IDENTITY_DATABASE_URL')
  const messenger = settings.supportDelivery?.kind
  return textsThatApply([
    [
      isSeparate && identityDatabaseUrl === undefined,
      'IDENTITY_STORE is "auth" but IDENTITY_DATABASE_URL is not set. Set it, or use IDENTITY_STORE=tradein.',
    ],
    [
      isSeparate && isSameDatabase(identityDatabaseUrl, settings.databaseUrl),
      'IDENTITY_DATABASE_URL names the main database. Give the identity store a database of its own.',
    ],
    [
      settings.authMode === 'dual' && settings.legacyRolesFile === undefined,
      'AUTH_MODE is "dual" but LEGACY_ROLES_FILE is not set. Set it, or use AUTH_MODE=db_only.',
    ],
    [
      settings.addressUpstream !== undefined && settings.dadataApiKey === '',
      'ADDRESS_UPSTREAM is set but DADATA_API_KEY is not. Set it, or unset ADDRESS_UPSTREAM.',
    ],
    [
      messenger === 'telegram' && settings.telegramBotToken === '',
      'SUPPORT_DELIVERY is "telegram:" but TELEGRAM_BOT_TOKEN is not set. Set it, or use SUPPORT_DELIVERY=file:FOLDER.',
    ],
    [
      messenger === 'telegram' && settings.telegramChatId === '',
      'SUPPORT_DELIVERY is "telegram:" but TELEGRAM_CHAT_ID is not set. Set it, or use SUPPORT_DELIVERY=file:FOLDER.',
    ],
    [
      messenger === 'webhook' && settings.supportWebhookSecret === '',
      'SUPPORT_DELIVERY is a webhook but SUPPORT_WEBHOOK_SECRET is not set. Set it to the secret that the receiver checks signatures with.',
    ],
    [
      settings.leadWebhookUrl !== undefined && settings.leadWebhookSecret === '',
      'LEAD_WEBHOOK_URL is set but LEAD_WEBHOOK_SECRET is not. Set it to the secret that the receiver checks signatures with.',
    ],
    [
      isAbove(settings.tradeInLeastShare, settings.tradeInMostShare),
      'TRADE_IN_LEAST_SHARE is above TRADE_IN_MOST_SHARE. Lower the one, or raise the other.',
    ],
    [
      isAbove(settings.tradeInBuyoutDays, settings.tradeInReservationDays),
      'TRADE_IN_BUYOUT_DAYS is above TRADE_IN_RESERVATION_DAYS: a buyout is the faster way to the money. Lower the one, or raise the other.',
    ],
  ])
}

function isAbove(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && one > other
}

function isSameDatabase(one: DatabaseUrl | undefined, other: DatabaseUrl | undefined): boolean {
  return one !== undefined && other !== undefined && identityOf(one) === identityOf(other)
}

/** Which database a URL means, however it is written and whatever else its parameters say. */
function identityOf(url: DatabaseUrl): string {
  if (url.engine === 'sqlite') return `file ${realPath(resolve(url.file))}`
  const { hostname, port, pathname, searchParams } = new URL(url.url)
  const host = searchParams.get('host') ?? hostname
  // Options may choose another schema.
  const options = searchParams.get('options') ?? ''
  return `server ${host.toLowerCase()}:${searchParams.get('port') ?? (port || 5432)}${pathname} ${options}`
}

/** The path with its links followed, as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(realPath(parent), basename(path))
}
