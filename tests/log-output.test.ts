import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { createLogOutput } from '../src/log-output.ts'
import { until } from './support/waiting.ts'

/** A file that fails with a code as long as one is set, and then takes `most` bytes at a time. */
function openFile() {
  const file = { text: '', code: '', most: Infinity, recovered: [] as number[] }
  const output = createLogOutput({
    writeTo(bytes) {
      if (file.code !== '') throw Object.assign(new Error('write failed'), { code: file.code })
      const taken = bytes.subarray(0, file.most)
      file.text += Buffer.from(taken).toString()
      return taken.length
    },
    onRecovered: (lost) => file.recovered.push(lost),
  })
  return { file, output }
}

describe('the output of the log', () => {
  it('writes each line whole, however little is taken at once', () => {
    const { file, output } = openFile()
    file.most = 2
    output.write('first\n')
    output.write('второй\n')
    assert.equal(file.text, 'first\nвторой\n')
  })

  it('loses lines on a full disk, never throws, and says how many when there is room again', () => {
    const { file, output } = openFile()
    file.code = 'ENOSPC'
    output.write('lost\n')
    output.write('lost too\n')
    file.code = ''
    output.write('kept\n')
    output.write('kept too\n')
    assert.equal(file.text, 'kept\nkept too\n')
    assert.deepEqual(file.recovered, [2])
  })

  it('ends a line that was cut off before it goes on', () => {
    let calls = 0
    const written: string[] = []
    const output = createLogOutput({
      writeTo(bytes) {
        calls += 1
        if (calls === 2) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        const taken = calls === 1 ? bytes.subarray(0, 3) : bytes
        written.push(Buffer.from(taken).toString())
        return taken.length
      },
      onRecovered: () => {},
    })
    output.write('cut off\n')
    output.write('whole\n')
    assert.equal(written.join(''), 'cut\nwhole\n')
  })

  it('counts lines alone as lost, not the end of one that was cut off', () => {
    const disk = { roomBytes: 3 }
    const recovered: number[] = []
    const output = createLogOutput({
      writeTo(bytes) {
        if (disk.roomBytes === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        const taken = Math.min(bytes.length, disk.roomBytes)
        disk.roomBytes -= taken
        return taken
      },
      onRecovered: (lost) => recovered.push(lost),
    })
    for (const line of ['cut off\n', 'lost\n', 'lost too\n']) output.write(line)
    disk.roomBytes = 1_000
    output.write('kept\n')
    assert.deepEqual(recovered, [3])
  })

  it('never waits for a reader of its pipe', async () => {
    const module = new URL('../src/log-output.ts', import.meta.url).href
    // More than a pipe holds; standard error tells that all was handed over.
    const script = `
      import { writeSync } from 'node:fs'
      import { createLogOutput } from '${module}'
      const output = createLogOutput({ onRecovered() {} })
      for (let line = 0; line < 200; line += 1) output.write('x'.repeat(10_000) + '\\n')
      writeSync(2, 'written')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      let told = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        told += text
      })
      await until(() => told.includes('written'), 'all lines are handed over')
    } finally {
      child.kill()
    }
  })

  it('keeps lines while a reader is slow, in their order', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { file, output } = openFile()
    file.code = 'EAGAIN'
    output.write('one\n')
    output.write('two\n')
    assert.equal(file.text, '')
    file.code = ''
    t.mock.timers.tick(100)
    assert.equal(file.text, 'one\ntwo\n')
    assert.deepEqual(file.recovered, [])
  })

  it('keeps a thousand lines for a slow reader, and counts those that it loses', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { file, output } = openFile()
    file.code = 'EAGAIN'
    for (let line = 1; line <= 1_002; line += 1) output.write(`${line}\n`)
    file.code = ''
    t.mock.timers.tick(100)
    assert.ok(file.text.endsWith('\n999\n1000\n'))
    assert.deepEqual(file.recovered, [2])
  })
})
