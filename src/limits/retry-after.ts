// How long a client is asked to wait.

/** `Retry-After` of a spent budget: the integer part of the wait in seconds, plus 1. */
export function retryAfterS(waitS: number): number {
  return Math.floor(waitS) + 1
}
