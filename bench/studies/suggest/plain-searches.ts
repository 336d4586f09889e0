// Two plain searches to compare with: a substring as LIKE finds it, and trigram similarity.
// Never tuned: they show what a database gives without any of the index's rules.
import { type Address, DEFAULT_SUGGESTIONS } from '../../../src/addresses/table/address.ts'

type Searcher = (q: string) => Address[]

/** Rows whose "street, house" contains the query, letter case aside, shortest first. */
export function likeSearcher(addresses: readonly Address[]): Searcher {
  const texts = addresses.map(({ street, house }) => `${street}, ${house}`.toLowerCase())
  return (q) => {
    const wanted = q.toLowerCase()
    const found: number[] = []
    for (const [i, text] of texts.entries()) if (text.includes(wanted)) found.push(i)
    found.sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0))
    return found.slice(0, DEFAULT_SUGGESTIONS).flatMap((i) => addresses[i] ?? [])
  }
}

/** Rows by the share of trigrams in common with the query, as similarity() of pg_trgm counts. */
export function trigramSearcher(addresses: readonly Address[]): Searcher {
  const rows = new Map<string, number[]>()
  const sizes: number[] = []
  for (const [i, { street, house }] of addresses.entries()) {
    const trigrams = trigramsOf(`${street} ${house}`)
    sizes.push(trigrams.size)
    for (const trigram of trigrams) {
      const list = rows.get(trigram)
      if (list) list.push(i)
      else rows.set(trigram, [i])
    }
  }
  return (q) => {
    const wanted = trigramsOf(q)
    const shared = new Map<number, number>()
    for (const trigram of wanted) {
      for (const row of rows.get(trigram) ?? []) shared.set(row, (shared.get(row) ?? 0) + 1)
    }
    return [...shared]
      .map(([row, count]) => ({ row, like: count / (wanted.size + (sizes[row] ?? 0) - count) }))
      .sort((a, b) => b.like - a.like || a.row - b.row)
      .slice(0, DEFAULT_SUGGESTIONS)
      .flatMap(({ row }) => addresses[row] ?? [])
  }
}

function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []) {
    const padded = `  ${word} `
    for (let i = 0; i + 3 <= padded.length; i++) trigrams.add(padded.slice(i, i + 3))
  }
  return trigrams
}
