// A path that cannot be decoded. It takes the way of one that nobody knows, so that limits and gate
// hold for it as well, and its answer is 400 where that one's is 404 (known-paths.ts).

import type { IncomingMessage } from 'node:http'

/** No route has these. */
const UNDER_API = '/api/undecodable-path'
const ELSEWHERE = '/undecodable-path'

/** What the router is given instead, for Fastify's `rewriteUrl`. */
export function decodableUrl({ url = '/' }: IncomingMessage): string {
  if (isDecodable(url)) return url
  return url.startsWith('/api/') ? UNDER_API : ELSEWHERE
}

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}
