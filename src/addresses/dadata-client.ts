// Asks DaData for suggestions: one question around the caller's place and, where nothing is there,
// one about everywhere. Answers are bounded; what they say is read in dadata.ts.
import { readBounded } from '../bounded-answer.ts'
import { codeOf } from '../process/thrown.ts'
import { parseDadataAnswer } from './dadata.ts'
import type { SuggestionPage, SuggestRequest } from './table/address.ts'

/** @throws if DaData does not answer before the signal, or not as it should; see `faultOf` */
type DadataClient = (request: SuggestRequest, signal: AbortSignal) => Promise<SuggestionPage>

/** Twenty suggestions with all that DaData says of them are some 60 KB. */
const MAX_ANSWER_BYTES = 262_144

/** How far around the caller's place DaData looks first: a city and what belongs to it. */
const NEAR_M = 50_000

/** @param rootUrl of the service, without a slash at its end */
export function createDadataClient(rootUrl: string, key: string): DadataClient {
  const url = `${rootUrl}/suggestions/api/4_1/rs/suggest/address`
  return async (request, signal) => {
    const page = await ask(url, key, request, signal)
    if (page.suggestions.length > 0 || request.lat === undefined) return page
    // An answer to the first question is there: DaData has not failed.
    const anywhere = { ...request, lat: undefined, lon: undefined }
    return ask(url, key, anywhere, signal).catch(() => page)
  }
}

/** The level of settlements is below that of cities; both are cities here. */
const BOUNDS = {
  city: { from_bound: { value: 'city' }, to_bound: { value: 'settlement' } },
  street: { from_bound: { value: 'street' }, to_bound: { value: 'street' } },
  house: { from_bound: { value: 'house' }, to_bound: { value: 'house' } },
} as const

async function ask(
  url: string,
  key: string,
  request: SuggestRequest,
  signal: AbortSignal,
): Promise<SuggestionPage> {
  const response = await fetch(url, {
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
  const text = await readBounded(response.body ?? [], MAX_ANSWER_BYTES)
  if (text === undefined) throw new UpstreamFault('an answer too long to be one')
  const page = parseDadataAnswer(request.q, JSON.parse(text))
  const asked = page.suggestions.filter(({ kind }) => kind === (request.kind ?? kind))
  return { ...page, suggestions: asked.slice(0, request.limit) }
}

/** Its message holds nothing of what was sent or answered. */
class UpstreamFault extends Error {}

/** Why a question failed. Never the message of another's error, which may hold the URL. */
export function faultOf(error: unknown): string {
  if (error instanceof UpstreamFault) return error.message
  const { name, cause } = error as Error
  return codeOf(cause) ?? name
}
