// Making and verifying one argon2id hash. Plain JavaScript because the verification threads share
// it.
import { hashSync, verifySync } from '@node-rs/argon2'

/** @import { HashCost } from './password-hash.ts' */

/** The library's Algorithm.Argon2id, whose enumeration is of types only. */
const ARGON2ID = 2

/**
 * A new argon2id hash in PHC form, parallelism 1. Holds the thread while it computes.
 * @param {string} password
 * @param {HashCost} cost
 * @param {string} [salt] in base64, as a hash holds it; random if left out
 * @returns {string}
 */
export function hashPassword(password, cost, salt) {
  return hashSync(password, {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
    ...(salt === undefined ? {} : { salt: Buffer.from(salt, 'base64') }),
  })
}

/**
 * Holds the thread while it computes.
 * @param {string} phc
 * @param {string} password
 * @returns {boolean}
 * @throws before computing anything if the library refuses the hash
 */
export function verifyPassword(phc, password) {
  return verifySync(phc, password)
}
