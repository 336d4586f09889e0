// The form in which a client is told how long to wait.

/** `Retry-After` of a spent budget: the integer part of the wait in seconds, plus 1. */
export function retryAfterS(waitS: number): number {
  return Math.floor(waitS) + 1
}
