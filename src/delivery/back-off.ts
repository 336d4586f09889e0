// How long to wait after a failed attempt. Pure; the dispatcher does the waiting.

const FIRST_RETRY_S = 2
export const LONGEST_RETRY_S = 3600

/** For this long after a claim no other process makes the attempt; then another may. */
export const LEASE_S = 60

/** After this long without success a delivery is given up and waits for a person. */
export const GIVE_UP_AFTER_S = 7 * 86_400

/**
 * Doubles with each attempt from 2 s up to an hour, then takes up to half of it off at random, so
 * that deliveries which failed together are not tried again together.
 * @param attempts made so far, 1 or more
 * @param random from 0 to 1
 */
export function retryDelayS(attempts: number, random: number): number {
  const fullS = Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** Math.min(attempts - 1, 16))
  return fullS * (1 - random / 2)
}
