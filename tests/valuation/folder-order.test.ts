// Holds the order of the folders in docs/valuation.md against what their files import.
import { readFileSync } from 'node:fs'
import { describeFolderOrder } from '../support/folder-order.ts'

const page = readFileSync(new URL('../../docs/valuation.md', import.meta.url), 'utf8')
const listed = [...page.matchAll(/^\| `([a-z]+)\/` \|/gm)].map(([, folder = '']) => folder)

describeFolderOrder(
  'the folders of the valuation',
  new URL('../../src/valuation/', import.meta.url),
  listed,
)
