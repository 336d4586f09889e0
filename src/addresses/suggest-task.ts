// The task of searching the address index: one index a thread, loaded when the thread starts.
import { workerData } from 'node:worker_threads'
import { type AddressIndexData, openAddressIndex } from './index/address-index.ts'
import { resolveAddress } from './resolve.ts'
import { suggest } from './suggest.ts'
import type { Resolution, SuggestionPage, SuggestRequest } from './table/address.ts'

export type SuggestTask =
  | { readonly kind: 'suggest'; readonly request: SuggestRequest }
  | { readonly kind: 'resolve'; readonly address: string }

export type SuggestTaskResult =
  | { readonly kind: 'page'; readonly page: SuggestionPage }
  | { readonly kind: 'resolution'; readonly resolution: Resolution }

const index = openAddressIndex((workerData as { index: AddressIndexData }).index)

export default function search(task: SuggestTask): SuggestTaskResult {
  return task.kind === 'suggest'
    ? { kind: 'page', page: suggest(index, task.request) }
    : { kind: 'resolution', resolution: resolveAddress(index, task.address) }
}
