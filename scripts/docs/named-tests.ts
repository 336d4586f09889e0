// The tests that DESIGN.md names for its invariants: each must be a file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names are below `tests/interface/` unless they begin with `tests/`.
 * @returns those that are no file
 */
export function missingTests(design: string, root: string): readonly string[] {
  const invariants = design.split(/\n(?=- )/).filter((line) => line.startsWith('- Never '))
  const names = invariants.flatMap((line) => [
    ...line.slice(line.lastIndexOf(': ')).matchAll(/`([a-z\d/-]+)`/g),
  ])
  const files = names.map(([, name = '']) =>
    name.startsWith('tests/') ? `${name}.test.ts` : `tests/interface/${name}.test.ts`,
  )
  return [...new Set(files)].filter((file) => !existsSync(join(root, file)))
}
