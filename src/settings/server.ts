// Where the service listens, where it keeps its data and whom it believes.
import { isIP } from 'node:net'
import { type AddressRanges, parseAddressRanges } from '../http/address-ranges.ts'
import { databaseUrl } from './database-url.ts'
import { decimal, Fault, integer, oneOf, optional, rootUrl, type Setting, text } from './kinds.ts'

export const serverSettings = {
  host: {
    ...text('HOST', '127.0.0.1', 'Address to listen on; `localhost` is 127.0.0.1.'),
    allowed: 'an IP address or a host name',
    read: (value) => {
      if (isIP(value) !== 0 || /^[\w.-]+$/.test(value)) return value
      throw new Fault('is neither an IP address nor a host name')
    },
  } satisfies Setting<string>,
  port: integer(
    'PORT',
    { fallback: 8000, from: 0, to: 65_535 },
    'Port to listen on; 0 takes a free one.',
  ),
  publicUrl: optional(
    rootUrl(
      'PUBLIC_URL',
      'Root URL under which people reach the service, such as `https://example.org/trade-in`. If unset, a Telegram text names the path of its report instead of linking to it.',
    ),
  ),
  databaseUrl: databaseUrl(
    'DATABASE_URL',
    'sqlite:./data/tradein.db',
    'Main database. `sqlite:FILE` embeds it in FILE.',
  ),
  databasePoolSize: integer(
    'DATABASE_POOL_SIZE',
    { fallback: 10, from: 1, to: 1000 },
    'How many PostgreSQL connections this process opens for requests at most, to each database. Its threads that read imports and fit models open up to four more to the main one.',
  ),
  databaseWaitS: decimal(
    'DATABASE_WAIT_S',
    { fallback: 30, from: 0, to: 3600 },
    'Seconds for which a start or a command waits for an unresponsive database before it gives up.',
  ),
  trustedProxies: {
    ...text(
      'TRUSTED_PROXIES',
      '127.0.0.0/8,::1/128',
      'Proxies whose `X-Forwarded-For` and `X-Authenticated-User` are believed.',
    ),
    allowed: 'addresses or CIDR ranges, separated by commas; empty trusts nobody',
    emptyIsValue: true,
    read: (value) => {
      const ranges = parseAddressRanges(value)
      if (!ranges) throw new Fault('holds an entry that is neither an address nor a CIDR range')
      return ranges
    },
  } satisfies Setting<AddressRanges>,
  clientIpv6Prefix: integer(
    'CLIENT_IPV6_PREFIX',
    { fallback: 128, from: 32, to: 128 },
    'Prefix length by which IPv6 clients share a limiter key and a slot share; 64 is wise on the open internet. Audit and session rows keep the full address.',
  ),
  apiRateLimit: integer(
    'API_RATE_LIMIT',
    { fallback: 600, from: 1, to: 1_000_000 },
    'Requests to `/api/*` allowed to one client within the window.',
  ),
  apiRateLimitWindowS: integer(
    'API_RATE_LIMIT_WINDOW_S',
    { fallback: 60, from: 1, to: 86_400 },
    'Length of that window, seconds.',
  ),
  demoData: oneOf(
    'DEMO_DATA',
    'on',
    ['on', 'off'],
    'Whether the first start on a new embedded database loads the demonstration town. Later starts neither load nor remove it.',
  ),
  logLevel: oneOf(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Lowest level that is logged. At every level but `silent` the log says where the service listens, and which file holds the first password.',
  ),
} as const
