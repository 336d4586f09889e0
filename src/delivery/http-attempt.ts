// One POST to a receiver that may be down, slow or talk nonsense: with a time limit on the whole,
// no redirects and a bound on the answer. Faults never name the URL, which can hold a secret.
import { readBounded } from '../bounded-answer.ts'
import type { Clock } from '../clock.ts'
import { codeOf } from '../process/thrown.ts'

/** From the first byte of the connection to the last one of the answer. */
const ATTEMPT_LIMIT_S = 5

const MAX_ANSWER_BYTES = 65_536

/** Longest silence that a receiver may ask for. */
const MAX_RETRY_AFTER_S = 3600

interface HttpRequest {
  readonly url: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether to read the text of the answer; otherwise only the status is waited for. */
  readonly wantsText: boolean
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  /** `Retry-After` in seconds. */
  readonly retryAfterS: number | undefined
}

/** Why there is no answer, in words that hold no secret. */
export class NoAnswer extends Error {}

/** @throws NoAnswer */
export async function postOnce(
  { url, body, headers, wantsText }: HttpRequest,
  signal: AbortSignal,
  clock: Clock,
): Promise<HttpAnswer> {
  const late = new AbortController()
  const answered = new AbortController()
  void clock.sleep(ATTEMPT_LIMIT_S, answered.signal).then(() => {
    late.abort(new NoAnswer(`no answer within ${ATTEMPT_LIMIT_S} s`))
  })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, late.signal]),
    })
    const text = wantsText ? await readBounded(response, MAX_ANSWER_BYTES) : ''
    if (text === undefined) throw new NoAnswer('an answer too long to be one')
    if (!wantsText) void response.body?.cancel().catch(() => undefined)
    return {
      status: response.status,
      text,
      // None counts as 0, and a date as no number: neither is a silence.
      retryAfterS: boundedRetryAfterS(Number(response.headers.get('retry-after'))),
    }
  } catch (error) {
    if (signal.aborted) throw new NoAnswer('cut off by the stop of the service')
    throw error instanceof NoAnswer ? error : new NoAnswer(describeFault(error))
  } finally {
    answered.abort()
  }
}

/** Never longer than the bound on what a receiver may ask for. */
export function boundedRetryAfterS(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0)) return undefined
  return Math.min(seconds, MAX_RETRY_AFTER_S)
}

/** Names the network fault by its code alone: its message can quote addresses. */
function describeFault(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = codeOf(cause)
  return code !== undefined ? `connection failed (${code})` : 'connection failed'
}
