// What a thread has to load before its first task: each module takes time and memory in each
// thread.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** What it is, without what only its types need. */
const IMPORTS = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm

/** The packages that a file loads, itself or by way of others; not what it loads later on. */
function packagesOf(file: URL, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file.href)) return packages
  seen.add(file.href)
  assert.ok(existsSync(file), file.href)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
    if (!path.startsWith('.')) packages.add(path)
    else if (path.endsWith('.ts')) {
      for (const found of packagesOf(new URL(path, file), seen)) packages.add(found)
    }
  }
  return packages
}

describe('a thread', () => {
  for (const task of ['planner/planner-task.ts', 'parcels/shapes/shape-task.ts']) {
    it(`loads no library of schemas before its first task: ${task}`, () => {
      const packages = packagesOf(new URL(`../../src/${task}`, import.meta.url))
      assert.ok(packages.has('clipper2-ts'), 'the imports are followed')
      assert.deepEqual(
        [...packages].filter((name) => name === 'typebox' || name === 'ajv'),
        [],
      )
    })
  }
})
