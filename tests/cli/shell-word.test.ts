import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { shellWord } from '../../src/cli/shell-word.ts'

describe('a text in a command that may be copied into a shell', () => {
  it('reaches the program as it is', () => {
    const texts = [
      'crm',
      'my file',
      'a;b',
      '$(id)',
      '`id`',
      "it's",
      "''",
      '',
      '*',
      'Сделки №1',
      '\\n',
    ]
    for (const text of texts) {
      const command = `printf '%s' ${shellWord(text)}`
      assert.equal(execFileSync('sh', ['-c', command], { encoding: 'utf8' }), text)
    }
  })

  it('has quotes only where it needs them', () => {
    assert.deepEqual(['crm-2.new', 'Сделки', 'my file'].map(shellWord), [
      'crm-2.new',
      'Сделки',
      "'my file'",
    ])
  })
})
