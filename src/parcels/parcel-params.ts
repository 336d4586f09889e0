// The cadastral number in the path of every operation on one parcel.
import { type Static, Type } from 'typebox'
import { CADASTRAL_NUMBER } from './parcel.ts'

export const ParcelParams = Type.Object({
  cadastral_number: Type.String({
    pattern: CADASTRAL_NUMBER.source,
    maxLength: 40,
    description: 'Such as `38:36:000021:1234`',
  }),
})
export type ParcelParams = Static<typeof ParcelParams>
