// The tests that DESIGN.md and docs/invariants.md name for their invariants: each must be a file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** An invariant ends with the tests that hold it: "- X never fails: `x`, `tests/y/z`." */
const INVARIANT = /^- [\s\S]*\bnever\b[\s\S]*?:\s+((?:`[^`]+`(?:,\s+)?)+)\.$/i

/**
 * Faults of a page's invariants, one line each: a test that is no file, and a line that names none.
 * Names are below `tests/interface/` unless they begin with `tests/`; a command (`npm …`) is no
 * test.
 */
export function faultsOfInvariants(page: string, root: string): readonly string[] {
  const items = invariantItems(page)
  if (items.length === 0) return ['has no invariants']
  return [...new Set(items.flatMap((item) => faultsOf(item, root)))]
}

/** The list items under the heading "Invariants", those of its sub-headings included. */
function invariantItems(page: string): readonly string[] {
  const [, marks = '', section = ''] = /^(#+) Invariants\n([\s\S]*)/m.exec(page) ?? []
  const next = new RegExp(`^#{1,${Math.max(1, marks.length)}} `, 'm').exec(section)
  return section
    .slice(0, next?.index)
    .split(/\n(?=- |\n)/)
    .map((block) => block.trim())
    .filter((block) => block.startsWith('- '))
}

function faultsOf(item: string, root: string): readonly string[] {
  const names = INVARIANT.exec(item)?.[1]?.matchAll(/`([^`]+)`/g)
  if (!names) return [`names no test for "${item.slice(2)}"`]
  return [...names]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('npm '))
    .map((name) => `${name.startsWith('tests/') ? name : `tests/interface/${name}`}.test.ts`)
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `names ${file}, which does not exist`)
}
