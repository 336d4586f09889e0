// The id that a forecast or best layouts carry as `report_id`: one id never names two answers.
import { hash } from 'node:crypto'

const DIGITS = 16

/**
 * A digest of all that an answer depends on: the method's version and the inputs, names of fields
 * included, so that renaming one gives every answer another id.
 */
export function reportIdOf(methodVersion: string, ...inputs: readonly unknown[]): string {
  return hash('sha256', JSON.stringify([methodVersion, ...inputs]), 'hex').slice(0, DIGITS)
}
