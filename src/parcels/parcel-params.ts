// The cadastral number in the path of every operation on one parcel.
import { type Static, Type } from 'typebox'
import { CADASTRAL_NUMBER } from '../http/validation-formats.ts'
import { MAX_NUMBER_LENGTH } from './table/parcel.ts'

export const ParcelParams = Type.Object({
  cadastral_number: Type.String({
    pattern: CADASTRAL_NUMBER,
    maxLength: MAX_NUMBER_LENGTH,
    description: 'Quarter and number, as the register has them',
    examples: ['38:36:000021:1234'],
  }),
})
export type ParcelParams = Static<typeof ParcelParams>
