// The page that a search of the made-up town answers.
import { suggest } from '../../src/addresses/suggest.ts'
import { townIndex } from './town.ts'

const index = townIndex()

export function page(q: string, more: object = {}) {
  return suggest(index, { q, ...more })
}
