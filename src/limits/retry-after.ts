// How a wait is told to a client.

/** `Retry-After` of a spent budget: the integer part of the wait in seconds, plus 1. */
export function retryAfterS(waitS: number): number {
  return Math.floor(waitS) + 1
}
