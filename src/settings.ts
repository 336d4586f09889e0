// Every setting of the service: its variable, default, allowed values and the line that documents
// it; and reading them. What goes together stands in settings-checks.ts, what a setting does with its part.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseEnv } from 'node:util'
import { type AddressRanges, parseAddressRanges } from './gate/address-ranges.ts'
import {
  byUnitType,
  type DatabaseUrl,
  databaseUrl,
  decimal,
  Fault,
  httpUrl,
  integer,
  type MessengerTarget,
  oneOf,
  optionalText,
  parseHttpUrl,
  parseMessengerTarget,
  parseUnitMix,
  parseUpstream,
  type Setting,
  secret,
  text,
} from './setting-kinds.ts'
import { contradictions } from './settings-checks.ts'
import type { UnitType } from './siteplan/layout.ts'
import { DEFAULT_TRADE_IN_SETTINGS } from './valuation/trade-in-offer.ts'

export type { DatabaseUrl, MessengerTarget }

/** All that is wrong with the settings, one line each. */
export class SettingsError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const catalogue = {
  host: text('HOST', '127.0.0.1', 'Address to listen on.'),
  port: integer('PORT', 8000, 0, 65_535, 'Port to listen on; 0 takes a free one.'),
  databaseUrl: databaseUrl(
    'DATABASE_URL',
    'sqlite:./data/tradein.db',
    'Main database. `sqlite:FILE` keeps it embedded in FILE.',
  ),
  databasePoolSize: integer(
    'DATABASE_POOL_SIZE',
    10,
    1,
    1000,
    'PostgreSQL connections of this process at most, for each database.',
  ),
  databaseWaitS: decimal(
    'DATABASE_WAIT_S',
    30,
    0,
    3600,
    'Seconds that a start waits for a database that does not answer before it gives up.',
  ),
  identityStore: oneOf(
    'IDENTITY_STORE',
    'tradein',
    ['tradein', 'auth'],
    'Where users and sessions live: in the main database, or in one of their own.',
  ),
  identityDatabaseUrl: databaseUrl(
    'IDENTITY_DATABASE_URL',
    undefined,
    'Identity database; required when `IDENTITY_STORE=auth`.',
  ),
  authMode: oneOf(
    'AUTH_MODE',
    'db_only',
    ['dual', 'db_only'],
    'Whether a trusted proxy’s `X-Authenticated-User` counts where there is no session.',
  ),
  legacyRolesFile: optionalText(
    'LEGACY_ROLES_FILE',
    'JSON object, username to role; required when `AUTH_MODE=dual`; read again when it changes.',
  ),
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    fallback: '127.0.0.0/8,::1/128',
    allowed: 'addresses or CIDR ranges, separated by commas; empty trusts nobody',
    doc: 'Whose `X-Forwarded-For` and `X-Authenticated-User` are believed.',
    fromFile: false,
    emptyIsValue: true,
    read: (value) => {
      const ranges = parseAddressRanges(value)
      if (!ranges) throw new Fault('holds an entry that is neither an address nor a CIDR range')
      return ranges
    },
  } satisfies Setting<AddressRanges>,
  clientIpv6Prefix: integer(
    'CLIENT_IPV6_PREFIX',
    128,
    32,
    128,
    'Prefix length by which IPv6 clients share a limiter key and a slot share; 64 is wise on the open internet. Audit and session rows keep the full address.',
  ),
  sessionCookieName: {
    ...text('SESSION_COOKIE_NAME', '__Host-tradein_session', 'Name of the session cookie.'),
    allowed: "a cookie name (letters, digits and !#$%&'*+-.^_`|~)",
    read: (value) => {
      if (!/^[\w!#$%&'*+\-.^`|~]+$/.test(value)) throw new Fault('is not a cookie name')
      return value
    },
  } satisfies Setting<string>,
  sessionTtlHours: integer(
    'SESSION_TTL_HOURS',
    168,
    1,
    8760,
    'Idle lifetime of a session; moves forward with use.',
  ),
  sessionAbsoluteTtlHours: integer(
    'SESSION_ABSOLUTE_TTL_HOURS',
    720,
    0,
    8760,
    'A session never outlives its creation by more, however active; 0 sets no such limit.',
  ),
  sessionSecret: {
    ...text(
      'SESSION_SECRET',
      '',
      'Keys the digest under which a session token is stored. Changing it ends every session.',
    ),
    allowed: 'any text; empty stores plain SHA-256 digests and warns',
    fromFile: true,
  } satisfies Setting<string>,
  loginRateLimit: integer(
    'LOGIN_RATE_LIMIT',
    10,
    1,
    1_000_000,
    'Login attempts per (username, address) within the window.',
  ),
  loginRateLimitWindowS: integer(
    'LOGIN_RATE_LIMIT_WINDOW_S',
    300,
    1,
    86_400,
    'Length of that sliding window, seconds.',
  ),
  loginUsernameFailThreshold: integer(
    'LOGIN_USERNAME_FAIL_THRESHOLD',
    5,
    1,
    1_000_000,
    'Failures of one username, all addresses together, that add no delay.',
  ),
  loginUsernameFailWindowS: integer(
    'LOGIN_USERNAME_FAIL_WINDOW_S',
    900,
    1,
    86_400,
    'Length of the sliding window in which failures are counted, seconds.',
  ),
  loginUsernameThrottleMaxDelayS: decimal(
    'LOGIN_USERNAME_THROTTLE_MAX_DELAY_S',
    15,
    0,
    60,
    'Longest delay of the answer to a failed login, seconds.',
  ),
  loginPasswordVerifyWorkers: {
    ...integer(
      'LOGIN_PASSWORD_VERIFY_WORKERS',
      Math.min(64, Math.max(2, availableParallelism())),
      1,
      64,
      'Threads that verify passwords; the ceiling on verifications at once.',
    ),
    fallbackNote: 'the machine’s cores, at least `2`',
  } satisfies Setting<number>,
  passwordArgon2MemoryKib: integer(
    'PASSWORD_ARGON2_MEMORY_KIB',
    19_456,
    8,
    1_048_576,
    'argon2id memory of new password hashes, KiB.',
  ),
  passwordArgon2Passes: integer(
    'PASSWORD_ARGON2_PASSES',
    2,
    1,
    10,
    'argon2id passes of new password hashes.',
  ),
  apiRateLimit: integer(
    'API_RATE_LIMIT',
    600,
    1,
    1_000_000,
    'Requests to `/api/*` of one client within the window.',
  ),
  apiRateLimitWindowS: integer(
    'API_RATE_LIMIT_WINDOW_S',
    60,
    1,
    86_400,
    'Length of that window, seconds.',
  ),
  valuationWorkers: {
    ...integer(
      'VALUATION_WORKERS',
      Math.min(16, Math.max(1, availableParallelism() - 1)),
      1,
      16,
      'Threads that make estimates; each holds the fitted model.',
    ),
    fallbackNote: 'the machine’s cores less one, at least `1`',
  } satisfies Setting<number>,
  tradeInFundingRate: decimal(
    'TRADE_IN_FUNDING_RATE',
    DEFAULT_TRADE_IN_SETTINGS.fundingRate,
    0,
    2,
    'Yearly cost of the money that buys a flat, a fraction: 0.18 is 18 %.',
  ),
  tradeInExposureDays: integer(
    'TRADE_IN_EXPOSURE_DAYS',
    DEFAULT_TRADE_IN_SETTINGS.exposureDays,
    1,
    1825,
    'Days that a flat waits for its buyer; what a buyout pays for holding it.',
  ),
  tradeInSellShare: decimal(
    'TRADE_IN_SELL_SHARE',
    DEFAULT_TRADE_IN_SETTINGS.sellShare,
    0,
    0.3,
    'Cost of selling the flat, a fraction of its market value.',
  ),
  tradeInRiskPerFsd: decimal(
    'TRADE_IN_RISK_PER_FSD',
    DEFAULT_TRADE_IN_SETTINGS.riskPerFsd,
    0,
    5,
    'Share of an estimate’s FSD that a buyout takes off as the price of being wrong.',
  ),
  tradeInLowLevel: integer(
    'TRADE_IN_LOW_LEVEL',
    DEFAULT_TRADE_IN_SETTINGS.lowLevel,
    0,
    7,
    'Level of confidence up to which `TRADE_IN_LOW_LEVEL_RISK` is taken off as well; 0 turns it off.',
  ),
  tradeInLowLevelRisk: decimal(
    'TRADE_IN_LOW_LEVEL_RISK',
    DEFAULT_TRADE_IN_SETTINGS.lowLevelRisk,
    0,
    0.3,
    'What a low level of confidence takes off a buyout, a fraction of the market value.',
  ),
  tradeInMarginShare: decimal(
    'TRADE_IN_MARGIN_SHARE',
    DEFAULT_TRADE_IN_SETTINGS.marginShare,
    0,
    0.5,
    'Margin of a buyout, a fraction of the market value.',
  ),
  tradeInRepairNoneRubPerM2: integer(
    'TRADE_IN_REPAIR_NONE_RUB_PER_M2',
    DEFAULT_TRADE_IN_SETTINGS.repairRubPerM2.none,
    0,
    1000000,
    'Roubles per m² that bring a flat without any finish to sale.',
  ),
  tradeInRepairCosmeticRubPerM2: integer(
    'TRADE_IN_REPAIR_COSMETIC_RUB_PER_M2',
    DEFAULT_TRADE_IN_SETTINGS.repairRubPerM2.cosmetic,
    0,
    1000000,
    'Roubles per m² that bring a flat with cosmetic repair to sale.',
  ),
  tradeInRepairEuroRubPerM2: integer(
    'TRADE_IN_REPAIR_EURO_RUB_PER_M2',
    DEFAULT_TRADE_IN_SETTINGS.repairRubPerM2.euro,
    0,
    1000000,
    'Roubles per m² that bring a flat with euro repair to sale.',
  ),
  tradeInRepairDesignerRubPerM2: integer(
    'TRADE_IN_REPAIR_DESIGNER_RUB_PER_M2',
    DEFAULT_TRADE_IN_SETTINGS.repairRubPerM2.designer,
    0,
    1000000,
    'Roubles per m² that bring a flat with designer repair to sale.',
  ),
  tradeInRepairUnknownRubPerM2: integer(
    'TRADE_IN_REPAIR_UNKNOWN_RUB_PER_M2',
    DEFAULT_TRADE_IN_SETTINGS.repairRubPerM2.unknown,
    0,
    1000000,
    'Roubles per m² that bring a flat whose condition is not known to sale.',
  ),
  tradeInLeastShare: decimal(
    'TRADE_IN_LEAST_SHARE',
    DEFAULT_TRADE_IN_SETTINGS.leastShare,
    0,
    1,
    'Least share of the market value that a buyout or a reservation pays.',
  ),
  tradeInMostShare: decimal(
    'TRADE_IN_MOST_SHARE',
    DEFAULT_TRADE_IN_SETTINGS.mostShare,
    0,
    1,
    'Largest share of the market value that a buyout or a reservation pays.',
  ),
  tradeInLeastLevel: integer(
    'TRADE_IN_LEAST_LEVEL',
    DEFAULT_TRADE_IN_SETTINGS.leastLevel,
    1,
    7,
    'Level of confidence below which nothing is offered.',
  ),
  tradeInReservationFee: decimal(
    'TRADE_IN_RESERVATION_FEE',
    DEFAULT_TRADE_IN_SETTINGS.reservationFee,
    0,
    0.3,
    'What freezing the new flat’s price costs, a fraction of the market value.',
  ),
  tradeInBuyoutDays: integer(
    'TRADE_IN_BUYOUT_DAYS',
    DEFAULT_TRADE_IN_SETTINGS.buyoutDays,
    1,
    365,
    'Days to the money of a buyout.',
  ),
  tradeInReservationDays: integer(
    'TRADE_IN_RESERVATION_DAYS',
    DEFAULT_TRADE_IN_SETTINGS.reservationDays,
    1,
    730,
    'Days to the money of a reservation.',
  ),
  tradeInOfferDays: integer(
    'TRADE_IN_OFFER_DAYS',
    DEFAULT_TRADE_IN_SETTINGS.offerDays,
    1,
    365,
    'Days that an offer stands.',
  ),
  demoData: oneOf(
    'DEMO_DATA',
    'on',
    ['on', 'off'],
    'Whether the first start on an empty embedded database loads the demonstration town.',
  ),
  ruleSetsDir: optionalText(
    'RULE_SETS_DIR',
    'Folder of JSON files with the building norms of places; elsewhere the default set holds.',
  ),
  publicUrl: {
    ...httpUrl(
      'PUBLIC_URL',
      'Root of the service as people reach it, such as `https://example.org/trade-in`; unset, a Telegram text names the path of its report instead of linking to it.',
    ),
    read: (value: string) => parseHttpUrl(value).replace(/\/+$/, ''),
  },
  siteplanWorkers: integer(
    'SITEPLAN_WORKERS',
    1,
    1,
    16,
    'Threads that make forecasts and layouts, on the processor time that all else leaves over.',
  ),
  siteplanSaleableShare: decimal(
    'SITEPLAN_SALEABLE_SHARE',
    0.72,
    0.4,
    0.95,
    'Area of flats over floor area; 0.68–0.75 is usual.',
  ),
  siteplanUnitMix: {
    ...byUnitType(
      'SITEPLAN_UNIT_MIX',
      'studio:0.25,1:0.35,2:0.28,3:0.12',
      0,
      1,
      'Shares of flats by number in a forecast; they sum to 1.',
    ),
    allowed: 'studio:SHARE,1:SHARE,2:SHARE,3:SHARE that sum to 1',
    read: parseUnitMix,
  } satisfies Setting<Readonly<Record<UnitType, number>>>,
  siteplanConstructionRubPerM2: integer(
    'SITEPLAN_CONSTRUCTION_RUB_PER_M2',
    75_000,
    1_000,
    1_000_000,
    'Construction with the contractor’s and the developer’s overhead, roubles per m² of floor area.',
  ),
  siteplanPreparationShare: decimal(
    'SITEPLAN_PREPARATION_SHARE',
    0.08,
    0,
    1,
    'Design, permits and networks before construction, as a share of its cost.',
  ),
  siteplanPreparationMonths: integer(
    'SITEPLAN_PREPARATION_MONTHS',
    9,
    0,
    60,
    'From the purchase of land to the start of construction and of sales.',
  ),
  siteplanConstructionMonthsBase: decimal(
    'SITEPLAN_CONSTRUCTION_MONTHS_BASE',
    10,
    1,
    60,
    'Months of construction before storeys are counted.',
  ),
  siteplanConstructionMonthsPerStorey: decimal(
    'SITEPLAN_CONSTRUCTION_MONTHS_PER_STOREY',
    0.9,
    0,
    6,
    'Months of construction that each storey adds.',
  ),
  siteplanLandShare: decimal(
    'SITEPLAN_LAND_SHARE',
    0.12,
    0,
    0.9,
    'Price of the land, as a share of what all flats would sell for today.',
  ),
  siteplanSalesCostShare: decimal(
    'SITEPLAN_SALES_COST_SHARE',
    0.04,
    0,
    0.5,
    'Advertising and commissions, as a share of revenue.',
  ),
  siteplanEquityShare: decimal(
    'SITEPLAN_EQUITY_SHARE',
    0.2,
    0,
    1,
    'Share of land, preparation and construction that the developer pays before the bank does.',
  ),
  siteplanKeyRate: decimal('SITEPLAN_KEY_RATE', 0.15, 0, 1, 'Key rate, per year: 0.15 is 15 %.'),
  siteplanLoanSpread: decimal(
    'SITEPLAN_LOAN_SPREAD',
    0.03,
    0,
    0.5,
    'Over the key rate, for the part of a loan that escrow does not cover.',
  ),
  siteplanCoveredRate: decimal(
    'SITEPLAN_COVERED_RATE',
    0.045,
    0,
    1,
    'Rate per year for the part of a loan that escrow covers.',
  ),
  siteplanDiscountRate: decimal(
    'SITEPLAN_DISCOUNT_RATE',
    0.2,
    0,
    2,
    'Rate per year at which the developer’s own money is discounted.',
  ),
  siteplanSoldAtCommissioning: decimal(
    'SITEPLAN_SOLD_AT_COMMISSIONING',
    0.6,
    0.05,
    0.95,
    'Share of flats sold by commissioning where local turnover sets no slower pace.',
  ),
  siteplanPaceByType: byUnitType(
    'SITEPLAN_PACE_BY_TYPE',
    'studio:1.15,1:1.05,2:0.95,3:0.85',
    0.1,
    10,
    'Pace of sale of each type against the mean.',
  ),
  siteplanMarketShare: decimal(
    'SITEPLAN_MARKET_SHARE',
    0.25,
    0.01,
    1,
    'Share of the turnover within 1 km that one project can take.',
  ),
  siteplanStagePriceStep: decimal(
    'SITEPLAN_STAGE_PRICE_STEP',
    0.04,
    0,
    0.2,
    'Rise of price from one stage of sale to the next; there are four.',
  ),
  siteplanPriceDrift: decimal(
    'SITEPLAN_PRICE_DRIFT',
    0.06,
    0,
    1,
    'How far prices may drift during a project, as a standard deviation; joins the valuation’s own.',
  ),
  siteplanPaceSpread: decimal(
    'SITEPLAN_PACE_SPREAD',
    0.2,
    0,
    1,
    'Standard deviation of the pace of sales around plan.',
  ),
  siteplanCostSpread: decimal(
    'SITEPLAN_COST_SPREAD',
    0.1,
    0,
    1,
    'Standard deviation of construction cost around plan.',
  ),
  siteplanScenarioPrice: decimal(
    'SITEPLAN_SCENARIO_PRICE',
    0.08,
    0,
    0.9,
    'Prices in scenario `low` are lower by this share, in `high` higher.',
  ),
  siteplanScenarioPace: decimal(
    'SITEPLAN_SCENARIO_PACE',
    0.2,
    0,
    0.9,
    'The same for the pace of sales.',
  ),
  siteplanScenarioCost: decimal(
    'SITEPLAN_SCENARIO_COST',
    0.05,
    0,
    0.9,
    'Construction cost in scenario `low` is higher by this share, in `high` lower.',
  ),
  siteplanDraws: integer(
    'SITEPLAN_DRAWS',
    2000,
    1000,
    20_000,
    'Draws behind P10 and P90 of a forecast.',
  ),
  addressUpstream: {
    variable: 'ADDRESS_UPSTREAM',
    fallback: undefined,
    allowed: '`dadata:` (its public address) or `dadata:https://…` (another one)',
    doc: 'Asked for address suggestions before the own index; needs `DADATA_API_KEY`.',
    fromFile: false,
    emptyIsValue: false,
    read: parseUpstream,
  } satisfies Setting<string | undefined>,
  dadataApiKey: {
    ...text('DADATA_API_KEY', '', 'Key for DaData.'),
    fromFile: true,
  } satisfies Setting<string>,
  supportDelivery: {
    ...text(
      'SUPPORT_DELIVERY',
      'file:./data/support',
      'Where support messages and pilot requests go: a folder, a Telegram chat or a webhook.',
    ),
    allowed: '`file:FOLDER`, `telegram:` or `webhook:` and an http(s) URL',
    fromFile: true,
    read: (value) => parseMessengerTarget(value),
  } satisfies Setting<MessengerTarget>,
  telegramBotToken: {
    ...secret(
      'TELEGRAM_BOT_TOKEN',
      'Token of the bot; required when `SUPPORT_DELIVERY=telegram:`.',
    ),
    allowed: 'a bot token as BotFather gives it (digits, a colon, letters)',
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
    ...httpUrl('TELEGRAM_API_URL', 'Root of the Bot API.'),
    fallback: 'https://api.telegram.org',
  },
  supportWebhookSecret: secret(
    'SUPPORT_WEBHOOK_SECRET',
    'Signs what goes to the support webhook; required when `SUPPORT_DELIVERY` is one.',
  ),
  leadWebhookUrl: {
    ...httpUrl('LEAD_WEBHOOK_URL', 'Where new leads are handed over; unset, they stay here.'),
    read: (value: string): string | undefined => parseHttpUrl(value),
  },
  leadWebhookSecret: secret(
    'LEAD_WEBHOOK_SECRET',
    'Signs what goes to the lead webhook; required when `LEAD_WEBHOOK_URL` is set.',
  ),
  supportAnonRateLimit: integer(
    'SUPPORT_ANON_RATE_LIMIT',
    5,
    1,
    1_000_000,
    'Support messages without sign-in of one client address within the window.',
  ),
  supportAnonRateLimitWindowS: integer(
    'SUPPORT_ANON_RATE_LIMIT_WINDOW_S',
    600,
    1,
    86_400,
    'Length of that sliding window, seconds.',
  ),
  pilotRateLimit: integer(
    'PILOT_RATE_LIMIT',
    5,
    1,
    1_000_000,
    'Pilot requests of one client address within the window.',
  ),
  pilotRateLimitWindowS: integer(
    'PILOT_RATE_LIMIT_WINDOW_S',
    3600,
    1,
    86_400,
    'Length of that sliding window, seconds.',
  ),
  openHourlyLimit: integer(
    'OPEN_HOURLY_LIMIT',
    600,
    1,
    1_000_000,
    'Support messages without sign-in within an hour, all addresses together; pilot requests likewise.',
  ),
  openPendingLimit: integer(
    'OPEN_PENDING_LIMIT',
    1000,
    1,
    1_000_000,
    'Undelivered support messages without sign-in past which new ones get 503; pilot requests likewise.',
  ),
  logLevel: oneOf(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Least severe level that is logged.',
  ),
} as const

export type Settings = {
  readonly [K in keyof typeof catalogue]: (typeof catalogue)[K] extends Setting<infer T> ? T : never
}

type Environment = Readonly<Record<string, string | undefined>>

/** The catalogue in the order of its documentation. */
export const settingsCatalogue: readonly Setting<unknown>[] = Object.values(catalogue)

/**
 * Reads all settings from `environment`.
 * @throws SettingsError listing every fault at once
 */
export function readSettings(environment: Environment): Settings {
  const faults: string[] = []
  const unreadable = new Set<string>()
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(catalogue) as [string, Setting<unknown>][]) {
    try {
      const given = givenText(setting, environment)
      const chosen = given ?? setting.fallback
      values[key] = chosen === undefined ? undefined : setting.read(chosen)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      unreadable.add(setting.variable)
      faults.push(`${setting.variable} ${error.message}. Allowed: ${setting.allowed}.`)
    }
  }
  const settings = values as Settings
  faults.push(...contradictions(settings, (variable) => unreadable.has(variable)))
  if (faults.length > 0) throw new SettingsError(faults)
  return settings
}

/** The process's environment over the `.env` file in `folder`, where there is one. */
export function environmentWithDotEnv(folder: string): Environment {
  let fromFile: Environment = {}
  try {
    fromFile = parseEnv(readFileSync(`${folder}/.env`, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new SettingsError(['.env exists but cannot be read. Make it readable, or remove it.'])
    }
  }
  return { ...fromFile, ...process.env }
}

/** Where users and sessions live. */
export function identityDatabaseOf(
  settings: Pick<Settings, 'databaseUrl' | 'identityDatabaseUrl' | 'identityStore'>,
): DatabaseUrl {
  const { databaseUrl, identityDatabaseUrl, identityStore } = settings
  return identityStore === 'auth' ? (identityDatabaseUrl ?? databaseUrl) : databaseUrl
}

function givenText(setting: Setting<unknown>, environment: Environment): string | undefined {
  const direct = environment[setting.variable]
  const present = direct !== undefined && (direct !== '' || setting.emptyIsValue)
  const file = setting.fromFile ? environment[`${setting.variable}_FILE`] : undefined
  if (!file) return present ? direct : undefined
  if (present) throw new Fault(`is set both directly and through ${setting.variable}_FILE`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new Fault(`cannot be read from the file that ${setting.variable}_FILE names`)
  }
}
