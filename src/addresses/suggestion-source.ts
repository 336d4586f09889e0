// Where suggestions come from: DaData first, where it is set, else our own index. An upstream that
// is slow, down or answers nonsense costs its time limit, and then rests for a while.
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'
import { createDadataClient, faultOf } from './dadata-client.ts'
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

/** After a fault the upstream is left alone for this long. */
const REST_MS = 5_000

export function createSuggestionSource(
  own: Pick<AddressEngine, 'suggest'>,
  settings: UpstreamSettings,
  clock: Pick<Clock, 'nowMs'>,
  log: Logger,
): SuggestionSource {
  const { dadataUrl, dadataApiKey, upstreamLimitMs = UPSTREAM_LIMIT_MS } = settings
  if (dadataUrl === undefined) return own
  const ask = createDadataClient(dadataUrl, dadataApiKey)
  let restsUntilMs = -Infinity
  return {
    async suggest(request) {
      if (clock.nowMs() >= restsUntilMs && !isTooShort(request.q)) {
        try {
          const page = await ask(request, AbortSignal.timeout(upstreamLimitMs))
          if (page.suggestions.length > 0) return page
        } catch (error) {
          restsUntilMs = clock.nowMs() + REST_MS
          log.warn({ reason: faultOf(error) }, 'address upstream failed, own index answers')
        }
      }
      return own.suggest(request)
    },
  }
}
