// One POST to a receiver that may be down, slow or talk nonsense: with a time limit on the whole,
// no redirects and a bound on the answer. Faults never name the URL, which can hold a secret. Not
// by `fetch`: it refuses the ports that browsers do, and gives up an address after 0.25 s.
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { TcpSocketConnectOpts } from 'node:net'
import { readBounded } from '../bounded-answer.ts'
import type { Clock } from '../clock.ts'
import { codeOf } from '../process/thrown.ts'

/** From the first byte of the connection to the last one of the answer. */
const ATTEMPT_LIMIT_S = 5

/**
 * How long one of a receiver's several addresses may take to connect before the next is tried, and
 * this one no more. Enough for a first packet that was lost, and so was sent again after 1 s. A
 * machine without IPv6 cannot reach the next, which may be the last.
 */
const ADDRESS_LIMIT_MS = 1_500

const MAX_ANSWER_BYTES = 65_536

const JSON_TYPE = 'application/json; charset=utf-8'

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
    // An abort after the answer would close a connection that the next request can have.
    if (answered.signal.aborted) return
    late.abort(new NoAnswer(`no answer within ${ATTEMPT_LIMIT_S} s`))
  })
  try {
    const response = await send(url, body, headers, AbortSignal.any([signal, late.signal]))
    const text = wantsText ? await readBounded(response, MAX_ANSWER_BYTES) : ''
    if (text === undefined) throw new NoAnswer('an answer too long to be one')
    if (!wantsText) leaveRest(response)
    return {
      status: response.statusCode ?? 0,
      text,
      // None, and a date, are no number: neither is a silence.
      retryAfterS: boundedRetryAfterS(Number(response.headers['retry-after'])),
    }
  } catch (error) {
    if (signal.aborted) throw new NoAnswer('cut off by the stop of the service')
    if (late.signal.aborted) throw late.signal.reason
    throw error instanceof NoAnswer ? error : new NoAnswer(describeFault(error))
  } finally {
    answered.abort()
  }
}

/** Resolves with the answer once its headers are there. */
function send(
  url: string,
  body: string,
  headers: HttpRequest['headers'],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
  const options: RequestOptions & Pick<TcpSocketConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    method: 'POST',
    // Some firewalls refuse a request that names no program.
    headers: { 'content-type': JSON_TYPE, accept: '*/*', 'user-agent': 'node', ...headers },
    autoSelectFamilyAttemptTimeout: ADDRESS_LIMIT_MS,
    signal,
  }
  request(url, options)
    .on('response', resolve)
    .on('error', reject)
    // A switch of protocols closes the connection without either.
    .on('close', () => reject(new Error('closed without an answer')))
    .end(body)
  return promise
}

/** Keeps the connection for the next request only where no more has to be read for that. */
function leaveRest(response: IncomingMessage): void {
  if (response.complete) response.resume()
  else response.destroy()
}

/** Never longer than the bound on what a receiver may ask for. */
export function boundedRetryAfterS(seconds: unknown): number | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0)) return undefined
  return Math.min(seconds, MAX_RETRY_AFTER_S)
}

/** Names the network fault by its code alone: its message can quote addresses. */
function describeFault(error: unknown): string {
  const code = codeOf(error)
  return code !== undefined ? `connection failed (${code})` : 'connection failed'
}
