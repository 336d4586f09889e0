// docs/command-line.md has a row for each verb and each of its own.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toolCommands } from '../../src/cli/tools.ts'

const PAGE = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8')

describe('docs/command-line.md', () => {
  it('names each verb with all of its own', async () => {
    for (const command of await toolCommands()) {
      const name = command.name()
      const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${name}`)) ?? ''
      const [, cell = ''] = row.split('|')
      const told = [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
      const own = command.commands.map((one) => one.name())
      const expected = own.length === 0 ? [name] : [`${name} ${own[0]}`, ...own.slice(1)]
      assert.deepEqual(told.toSorted(), expected.toSorted(), name)
    }
  })
})
