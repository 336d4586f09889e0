// Where suggestions come from: DaData first, where it is set, else our own index. An upstream that
// is slow, down or answers nonsense costs its time limit and a bounded answer, and nothing else.
import { readBounded } from '../bounded-answer.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'
import { parseDadataAnswer } from './dadata.ts'
import type { AddressEngine } from './engine.ts'
import type { SuggestionPage, SuggestRequest } from './table/address.ts'
import { isTooShort } from './words/too-short.ts'

export interface SuggestionSource {
  suggest(request: SuggestRequest): Promise<SuggestionPage>
}

interface UpstreamSettings {
  /** Base URL of the suggestion service; undefined: the own index alone. */
  readonly dadataUrl: string | undefined
  readonly dadataApiKey: string
  /** For both questions of one request, ms; 400 by default. */
  readonly upstreamLimitMs?: number
}

/** A person is typing: an answer after this time is of no use. */
const UPSTREAM_LIMIT_MS = 400

/** Twenty suggestions with all that DaData says of them are some 60 KB. */
const MAX_ANSWER_BYTES = 262_144

/** After a fault the upstream is left alone for this long. */
const REST_MS = 5_000

/** How far around the caller's place the upstream looks first: a city and what belongs to it. */
const NEAR_M = 50_000

export function createSuggestionSource(
  own: Pick<AddressEngine, 'suggest'>,
  settings: UpstreamSettings,
  clock: Pick<Clock, 'nowMs'>,
  log: Logger,
): SuggestionSource {
  const { dadataUrl } = settings
  if (dadataUrl === undefined) return own
  let restsUntilMs = Number.NEGATIVE_INFINITY
  return {
    async suggest(request) {
      if (clock.nowMs() >= restsUntilMs && !isTooShort(request.q)) {
        try {
          const page = await askNearFirst(dadataUrl, settings, request)
          if (page.suggestions.length > 0) return page
        } catch (error) {
          restsUntilMs = clock.nowMs() + REST_MS
          log.warn({ reason: reasonOf(error) }, 'address upstream failed, own index answers')
        }
      }
      return own.suggest(request)
    },
  }
}

/** Around the caller's place; everywhere else only where nothing is there. */
async function askNearFirst(
  url: string,
  { dadataApiKey: key, upstreamLimitMs = UPSTREAM_LIMIT_MS }: UpstreamSettings,
  request: SuggestRequest,
): Promise<SuggestionPage> {
  const inTime = AbortSignal.timeout(upstreamLimitMs)
  const page = await askDadata(url, key, request, inTime)
  if (page.suggestions.length > 0 || request.lat === undefined) return page
  // An answer to the first question is there: the upstream has not failed.
  const anywhere = { ...request, lat: undefined, lon: undefined }
  return askDadata(url, key, anywhere, inTime).catch(() => page)
}

/** The level of settlements is below that of cities; both are cities here. */
const BOUNDS = {
  city: { from_bound: { value: 'city' }, to_bound: { value: 'settlement' } },
  street: { from_bound: { value: 'street' }, to_bound: { value: 'street' } },
  house: { from_bound: { value: 'house' }, to_bound: { value: 'house' } },
} as const

async function askDadata(
  url: string,
  key: string,
  request: SuggestRequest,
  signal: AbortSignal,
): Promise<SuggestionPage> {
  const response = await fetch(new URL('suggestions/api/4_1/rs/suggest/address', url), {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: {
      authorization: `Token ${key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({
      query: request.q,
      count: request.limit,
      ...(request.city ? { locations: [{ city: request.city }] } : {}),
      ...(request.lat !== undefined && request.lon !== undefined
        ? { locations_geo: [{ lat: request.lat, lon: request.lon, radius_meters: NEAR_M }] }
        : {}),
      ...(request.kind ? BOUNDS[request.kind] : {}),
    }),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new UpstreamFault(`status ${response.status}`)
  }
  const text = await readBounded(response, MAX_ANSWER_BYTES)
  if (text === undefined) throw new UpstreamFault('an answer too long to be one')
  const page = parseDadataAnswer(request.q, JSON.parse(text))
  const asked = page.suggestions.filter(({ kind }) => kind === (request.kind ?? kind))
  return { ...page, suggestions: asked.slice(0, request.limit) }
}

/** Its message holds nothing of what was sent or answered. */
class UpstreamFault extends Error {}

/** Never the message of another's error, which may hold the URL. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  if (error instanceof UpstreamFault) return message
  return cause?.code ?? name
}
