// deploy/prometheus-alerts.yml held against /metrics and the documents. That each alarm rises is
// tried by promtool, with the file beside it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const ALERTS = read('deploy/prometheus-alerts.yml')

/** The names with an underscore in all expressions, but those of PromQL's functions. */
function namesOfSeries(): ReadonlySet<string> {
  const expressions = [...ALERTS.matchAll(/^ +expr: ([\s\S]*?)^ +(?:for|labels):/gm)].map(
    ([, expression = '']) => expression.replace(/\{[^}]*\}/g, ''),
  )
  return new Set(
    expressions.flatMap((expression) => expression.match(/\b[a-z]\w*_\w+\b(?!\()/g) ?? []),
  )
}

describe('the alarms for Prometheus', () => {
  it('watch only what the service shows', async () => {
    await using service = await startTestService({
      settings: { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/', LEAD_WEBHOOK_SECRET: 's'.repeat(32) },
    })
    await service.get('/healthz')
    const { body } = await service.get('/metrics')
    const shown = new Set(body.match(/^\w+/gm))
    const names = namesOfSeries()
    assert.ok(names.size > 15, String(names.size))
    for (const name of names) assert.ok(shown.has(name), name)
  })

  it('name only routes that are there', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, unknown> }
    const named = [...ALERTS.matchAll(/\broute!?[=~]+"(\/api\/v1\/)\(([^)]*)\)"/g)].flatMap(
      ([, before = '', routes = '']) => routes.split('|').map((route) => before + route),
    )
    assert.ok(named.length > 0)
    for (const route of named) assert.ok(route in paths, route)
  })

  it('name a chapter or a case of a document that is there', () => {
    const runbooks = [...ALERTS.matchAll(/^ +runbook: (\S+), (.+)$/gm)]
    assert.equal(runbooks.length, ALERTS.match(/- alert:/g)?.length)
    for (const [, path = '', title = ''] of runbooks) {
      const text = read(path)
      assert.ok(text.includes(`## ${title}\n`) || text.includes(`**${title}.**`), title)
    }
  })
})
