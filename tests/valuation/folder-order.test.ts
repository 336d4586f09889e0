// Holds the order of the folders in docs/valuation.md against what their files import.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = `${ROOT}/src/valuation`
const PAGE = readFileSync(`${ROOT}/docs/valuation.md`, 'utf8')

const folders = [...PAGE.matchAll(/^\| `([a-z]+)\/` \|/gm)].map(([, folder = '']) => folder)
const place = (folder: string): number => folders.indexOf(folder)

describe('the folders of the valuation', () => {
  it('are those that the page lists', () => {
    const there = globSync('*/', { cwd: SOURCES }).map((folder) => folder.replace('/', ''))
    assert.deepEqual(folders.toSorted(), there.toSorted())
  })

  it('import from none below them, from comparables on', () => {
    const ordered = folders.slice(place('comparables'))
    const files = ordered.flatMap((folder) => globSync(`${folder}/*.ts`, { cwd: SOURCES }))
    const imports = files.flatMap((file) =>
      [...readFileSync(`${SOURCES}/${file}`, 'utf8').matchAll(/ from '\.\.\/([a-z]+)\//g)].map(
        ([, folder = '']) => ({ file, folder }),
      ),
    )
    assert.ok(imports.length > 100)
    const ownFolder = (file: string) => file.slice(0, file.indexOf('/'))
    const downwards = imports.filter(({ file, folder }) => place(folder) > place(ownFolder(file)))
    assert.deepEqual(downwards, [])
  })
})
