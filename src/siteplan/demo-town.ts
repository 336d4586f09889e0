// Whether a forecast or layouts are of the demonstration town, by the parcel or by any price.
import { DEMO_SOURCE } from '../datasets/dataset-store.ts'
import type { Parcel } from '../parcels/table/parcel.ts'

export function isOfDemoTown(
  { source }: Pick<Parcel, 'source'>,
  prices: { readonly isDemo: boolean },
): boolean {
  return source === DEMO_SOURCE || prices.isDemo
}
