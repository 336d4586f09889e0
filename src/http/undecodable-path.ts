// A path that cannot be decoded. It is routed like an unknown one, so that limits and gate hold for
// it as well, but answered with 400 where that one gets 404 (known-paths.ts).
import type { IncomingMessage } from 'node:http'

/** Paths that no route has. */
const UNDER_API = '/api/undecodable-path'
const ELSEWHERE = '/undecodable-path'

/** What the router is given instead, for Fastify's `rewriteUrl`. */
export function decodableUrl({ url = '/' }: IncomingMessage): string {
  if (isDecodable(url)) return url
  const first = FIRST_PART.exec(url)?.[1] ?? ''
  return isDecodable(first) && decodeURIComponent(first) === 'api' ? UNDER_API : ELSEWHERE
}

/** The line of a request may begin with a scheme and a host. */
const FIRST_PART = /^(?:[a-z]+:\/\/[^/]*)?\/([^/]*)/i

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}
