// docs/operations.md, which an operator opens with a name from a dashboard or a log in hand: it
// explains each event, metric and log line that the service has.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { EVENT } from '../../src/audit/events.ts'
import { startTestService } from '../support/service.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')
const page = read('docs/operations.md')
/** It sends its reader to the second for what concerns deliveries. */
const pages = page + read('docs/delivery.md')

/** Calls whose text another place gives them: what is said there has rows of its own. */
const TEXT_FROM_ELSEWHERE = [
  'log.warn(warning)',
  'log.warn(text)',
  'log.error({ err: error }, failed)',
]

/** Log lines of a source: the text, or how far it goes before what it fills in. */
function logLinesOf(source: string): readonly string[] {
  return [...source.matchAll(/\blog\.(?:info|warn|error|fatal)\(/g)].flatMap((call) => {
    const args = argumentsFrom(source, call.index + call[0].length)
    const written = [...args.matchAll(/'([^']+)'|`([^`]+)`/g)].at(-1)
    const named = /(\w+),?\s*$/.exec(args)?.[1]
    const constant = new RegExp(`const ${named} =\\s*'([^']+)'`).exec(source)?.[1]
    const text = written?.[1] ?? written?.[2] ?? constant
    if (text !== undefined) return [text.split(/[`;:]|\$\{/, 1)[0] ?? '']
    const whole = `${call[0]}${args})`
    assert.ok(TEXT_FROM_ELSEWHERE.includes(whole), `the text of ${whole} is not found`)
    return []
  })
}

/** What stands between the parentheses of a call whose first argument begins here. */
function argumentsFrom(source: string, start: number): string {
  let end = start
  for (let depth = 1; depth > 0; end += 1) {
    if (/[([{]/.test(source[end] ?? '')) depth += 1
    if (/[)\]}]/.test(source[end] ?? ')')) depth -= 1
  }
  return source.slice(start, end - 1)
}

describe('docs/operations.md', () => {
  it('has a row for each type of event, and for nothing else', () => {
    const [, rest = ''] = page.split('\n| `event_type` |', 2)
    const [table = ''] = rest.split('\n\n', 1)
    const told = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, type]) => type)
    assert.deepEqual(told.toSorted(), Object.values(EVENT).toSorted())
  })

  it('explains each metric of the service', async () => {
    await using service = await startTestService()
    const text = await service.metrics.registry.metrics()
    const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
    const unexplained = names.filter(
      (name) => !/^(process|nodejs)_/.test(name) && !pages.includes(name),
    )
    assert.ok(names.length > 30)
    assert.deepEqual(unexplained, [])
  })

  it('explains each line that the service logs', () => {
    const sources = globSync('src/**/*.ts', { cwd: ROOT })
    const lines = sources.flatMap((path) => logLinesOf(read(path)))
    assert.ok(lines.length > 50)
    assert.deepEqual(
      lines.filter((line) => !pages.includes(line)),
      [],
    )
  })
})
