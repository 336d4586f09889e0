// Command lines that say too little, or too much at once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCommand } from '../support/commands.ts'

describe('wrong usage of a command', () => {
  for (const line of [
    'evaluate --file x.csv',
    'evaluate --file x.csv --by building',
    'evaluate --file x.csv --walk-forward',
    'evaluate --file x.csv --test-from 2026-02-31',
    'deliveries retry',
    'deliveries retry --id x',
    'deliveries retry --all --id 00000000-0000-4000-8000-000000000000',
    'deliveries list --limit 0',
    'deliveries list --limit 1000000',
    'deliveries drop',
    'deliveries drop --fault x --id 00000000-0000-4000-8000-000000000000',
    'sessions revoke',
    'import addresses x.csv --source demo',
    `import parcels x.geojson --source ${'s'.repeat(51)}`,
    'import parcels x.geojson --crs 32648',
  ]) {
    it(`ends with 2 before any database is opened: ${line}`, async () => {
      const { code, err } = await runCommand(line.split(' '), {
        DATABASE_URL: 'sqlite:/nowhere/at/all',
      })
      assert.equal(code, 2, err)
    })
  }

  for (const [words, allowed] of [
    ['--folds x', 'Give a whole number from 2 to 100.'],
    ['--folds 1', 'Give a whole number from 2 to 100.'],
    ['--folds 2.5', 'Give a whole number from 2 to 100.'],
    ['--folds 05', 'Give a whole number from 2 to 100.'],
    ['--folds 101', 'Give a whole number from 2 to 100.'],
    ['--folds 2 --seed -1', 'Give a whole number from 0 to 999999999.'],
    ['--folds 2 --seed 1000000000', 'Give a whole number from 0 to 999999999.'],
  ] as const) {
    it(`is told what a study allows: ${words}`, async () => {
      const { code, err } = await runCommand(`evaluate --file x.csv ${words}`.split(' '), {})
      assert.equal(code, 2)
      assert.ok(err.includes(`is invalid. ${allowed}`), err)
    })
  }

  it('is repeated without what steers a terminal', async () => {
    const { code, err } = await runCommand(['users', 'add', 'x', '--role', 'a\u001b[2J'], {})
    assert.equal(code, 2)
    assert.match(err, /argument 'a\?\[2J' is invalid/)
  })
})
