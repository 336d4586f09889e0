// The solver's folders in the order of its work: each is built on those before it alone.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ORDER = ['frame', 'massing', 'ways', 'rules', 'ground', 'drawing', 'search']

const solver = fileURLToPath(new URL('../../../../src/siteplan/layouts/solver/', import.meta.url))

describe('the folders of the solver', () => {
  it('are those of its work, one after the other', () => {
    const folders = globSync('*/', { cwd: solver }).map((folder) => folder.replace('/', ''))
    assert.deepEqual(folders.toSorted(), ORDER.toSorted())
  })

  for (const [at, folder] of ORDER.entries()) {
    it(`import nothing of those that come later: ${folder}`, () => {
      const later = ORDER.slice(at + 1).map((name) => `/${name}/`)
      for (const file of globSync(`${folder}/*.ts`, { cwd: solver })) {
        const imports = readFileSync(solver + file, 'utf8').match(/from '[^']*'/g) ?? []
        const backwards = imports.filter((one) => later.some((name) => one.includes(name)))
        assert.deepEqual(backwards, [], file)
      }
    })
  }
})
