// An address index from a list at once, and what it is made of.
// Never used by the service, which builds from a table read page by page.
import type { AddressIndexData } from '../../src/addresses/index/address-index.ts'
import { addressIndexBuilder } from '../../src/addresses/index/address-index-builder.ts'
import type { Address } from '../../src/addresses/table/address.ts'

export function buildAddressIndex(addresses: Iterable<Address>): AddressIndexData {
  const builder = addressIndexBuilder()
  for (const address of addresses) builder.add(address)
  return builder.finish()
}

/**
 * The buffers of an index, for the transfer list of postMessage; the sender's copy is empty
 * afterwards.
 */
export function transferables(data: AddressIndexData): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(data)
  return [...buffers]
}
