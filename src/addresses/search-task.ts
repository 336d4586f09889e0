// The tasks of searching the address index: one index a thread, loaded when the thread starts.
import { workerData } from 'node:worker_threads'
import { type AddressIndexData, openAddressIndex } from './index/address-index.ts'
import { resolveAddress } from './resolve.ts'
import { suggest as suggestAddresses } from './suggest.ts'
import type { FoundPage, Resolution, SuggestRequest } from './table/address.ts'

const index = openAddressIndex((workerData as { index: AddressIndexData }).index)

export function suggest(request: SuggestRequest): FoundPage {
  return suggestAddresses(index, request)
}

export function resolve(address: string): Resolution {
  return resolveAddress(index, address)
}
