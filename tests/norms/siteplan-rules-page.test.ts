// docs/siteplan-rules.md tells of every rule and every permitted use that a set may have.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { RULE_NAMES } from '../../src/norms/rule-set.ts'
import type { DefaultSet } from '../../src/norms/rule-set-files.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const PAGE = read('docs/siteplan-rules.md')
const { permitted_uses: uses } = JSON.parse(read('src/norms/rule-sets/default.json')) as DefaultSet

/** The cells of the rows of a table, by the heading of its first column. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, rest = ''] = PAGE.split(`\n| ${heading} |`, 2)
  const [table = ''] = rest.split('\n\n', 1)
  const rows = table.trim().split('\n').slice(2)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe('docs/siteplan-rules.md', () => {
  it('has a row for each rule, and for nothing else', () => {
    const told = tableUnder('rule').map(([name = '']) => name.replaceAll('`', ''))
    assert.deepEqual(told, [...RULE_NAMES])
  })

  it('has the limits of each permitted use as the default set has them', () => {
    const told = tableUnder('use').flatMap(([use = '', least, most, density]) =>
      [...use.matchAll(/\d(?:\.\d)+/g)].map(([code]) => [code, least, most, density]),
    )
    const figures = Object.entries(uses).map(([code, use]) => [
      code,
      ...[use.min_storeys, use.max_storeys, use.max_density].map((value) => String(value ?? '')),
    ])
    assert.deepEqual(told.toSorted(), figures.toSorted())
  })
})
