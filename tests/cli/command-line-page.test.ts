// docs/command-line.md has a row for each verb and each of its own, for each state and each role.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toolCommands } from '../../src/cli/tools.ts'
import { ACCESS_STATES, ROLES } from '../../src/identity/user.ts'

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

  it('says of each state and each role what it means', () => {
    const rowsOf = (heading: string) => {
      const [, section = ''] = PAGE.split(`\n## ${heading}\n`)
      const [table = ''] = section.split('\n## ')
      return [...table.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name)
    }
    assert.deepEqual(rowsOf('States'), ACCESS_STATES)
    assert.deepEqual(rowsOf('Roles'), ROLES)
  })
})
