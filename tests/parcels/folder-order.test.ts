// Parcels and norms are known before anything is planned on them: planning imports them, never the
// other way round.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

describe('the folders of land', () => {
  it('import nothing of site planning, which imports them', () => {
    const src = fileURLToPath(new URL('../../src/', import.meta.url))
    const files = globSync('{parcels,norms}/**/*.ts', { cwd: src })
    assert.ok(files.length > 30, `${files.length} files`)
    const importing = files.filter((file) =>
      /from '[^']*\/siteplan\//.test(readFileSync(src + file, 'utf8')),
    )
    assert.deepEqual(importing, [])
  })
})
