import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  MAX_PRE_COLUMNS,
  telegramForecast,
} from '../../../src/reports/forecast/forecast-telegram.ts'
import type { Forecast } from '../../../src/siteplan/forecast/forecast.ts'
import { MAX_MESSAGE_UNITS } from '../../../src/text/telegram-html.ts'
import { assertHeadlineFigures } from './headline-figures.ts'
import { HOSTILE_ADDRESS, inPhases, sampleForecast } from './sample-forecast.ts'

const GOLDEN = new URL('../golden/forecast-telegram.html', import.meta.url)
const AIM_UNITS = 3500
const ALLOWED_TAGS = new Set(['b', 'i', 'a', 'code', 'pre'])
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** Reads a message as the Bot API does, and fails where the Bot API would refuse it. */
function parsed(html: string): string {
  const open: string[] = []
  let text = ''
  let at = 0
  for (const token of html.matchAll(/<(\/?)([a-z]+)( href="[^"<>]*")?>|&([a-z]+);|[^<>&]+/gsu)) {
    assert.equal(token.index, at, `unreadable at ${html.slice(at, at + 20)}`)
    at += token[0].length
    const [whole, slash, tag, , entity] = token
    if (tag !== undefined) {
      assert.ok(ALLOWED_TAGS.has(tag), tag)
      if (slash === '') open.push(tag)
      else assert.equal(open.pop(), tag)
    } else if (entity === undefined) {
      text += whole
    } else {
      const character = ENTITIES[entity]
      assert.ok(character !== undefined, entity)
      text += character
    }
  }
  assert.equal(at, html.length, `unreadable at ${html.slice(at, at + 20)}`)
  assert.deepEqual(open, [])
  return text
}

/** The same for MarkdownV2; the line ends next to the marks of a block of code are not shown. */
function parsedMarkdown(markdown: string): string {
  const RESERVED = /^[_*[\]()~`>#+\-=|{}.!]$/
  const open: string[] = []
  let text = ''
  let at = 0
  /** Reads up to `end`, in which a backslash escapes one character. */
  const until = (end: string): string => {
    let read = ''
    for (; !markdown.startsWith(end, at); at += 1) {
      assert.ok(at < markdown.length, `no ${end}`)
      if (markdown[at] === '\\') at += 1
      read += markdown[at] ?? ''
    }
    at += end.length
    return read
  }
  while (at < markdown.length) {
    const character = markdown[at] as string
    at += 1
    if (character === '\\') {
      text += markdown[at] ?? ''
      at += 1
    } else if (character === '*' || character === '_') {
      if (open.at(-1) === character) open.pop()
      else open.push(character)
    } else if (character === '`' && markdown.startsWith('``\n', at)) {
      at += 3
      text += until('\n```')
    } else if (character === '`') {
      text += until('`')
    } else if (character === '[') {
      text += until('](')
      until(')')
    } else {
      assert.doesNotMatch(character, RESERVED, `unreadable at ${markdown.slice(at - 1, at + 20)}`)
      text += character
    }
  }
  assert.deepEqual(open, [])
  return text
}

function assertSendable(html: string): string {
  const text = parsed(html)
  assert.ok(text.length <= AIM_UNITS && AIM_UNITS < MAX_MESSAGE_UNITS, `${text.length} units`)
  assert.ok(text.isWellFormed())
  return text
}

function withTexts(forecast: Forecast, text: string): Forecast {
  return {
    ...forecast,
    report_id: forecast.report_id,
    parcel: { ...forecast.parcel, address: text },
    warnings: Array.from({ length: 9 }, () => ({ code: 'no_declared_area' as const, text })),
  }
}

describe('a forecast as a Telegram message', () => {
  it('gives the agreed text', () => {
    const html = telegramForecast(sampleForecast(), 'https://example.org')
    // A wanted change: run once with UPDATE_GOLDEN=1 and read the difference.
    if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, `${html}\n`)
    assert.equal(`${html}\n`, readFileSync(GOLDEN, 'utf8'))
    assertSendable(html)
  })

  it('ends each risk like a sentence, a warning or what the result depends on', () => {
    const risks = telegramForecast({ ...sampleForecast(), warnings: [] }).match(/^• .*$/gm) ?? []
    assert.equal(risks.length, 3)
    const [warned = ''] = telegramForecast(sampleForecast()).match(/^• .*$/m) ?? []
    for (const risk of [warned, ...risks]) assert.match(risk, /\.$/)
  })

  it('is well-formed and fits, whatever the addresses and warnings say', () => {
    const nasty = fc.constantFrom(
      '<',
      '*_[](',
      '`',
      '\\',
      '.!-',
      '>',
      '&',
      '"',
      '&amp;',
      '</pre>',
      '<b>',
      '😀',
      '\ud83d',
      'ы ',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400, size: 'max' }),
      fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
      fc.array(nasty, { maxLength: 400, size: 'max' }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.boolean(), (some, isLinked) => {
        const root = isLinked ? 'https://example.org/"><b>' : undefined
        const html = telegramForecast(withTexts(sampleForecast(), some), root)
        const shown = assertSendable(html)
        assert.equal(shown.match(/^• /gm)?.length, 3)
        const markdown = telegramForecast(withTexts(sampleForecast(), some), root, 'MarkdownV2')
        assert.equal(parsedMarkdown(markdown), shown)
      }),
    )
  })

  it('shows the same in MarkdownV2, marked up as HTML is', () => {
    const markdown = telegramForecast(sampleForecast(), 'https://example.org/a)b', 'MarkdownV2')
    assert.equal(
      parsedMarkdown(markdown),
      parsed(telegramForecast(sampleForecast(), 'https://e.org')),
    )
    assert.ok(markdown.startsWith('*Прогноз продаж'))
    assert.ok(markdown.includes('](https://example.org/a\\)b/api/v1/'))
    assert.match(markdown, /^```\nВыручка/m)
  })

  it('shows a hostile address of 300 characters as text, and the end of a cut one whole', () => {
    const shown = assertSendable(telegramForecast(sampleForecast({ hostile: true })))
    assert.ok(shown.includes('<b>Примерск</b> & «Ко»'))
    assert.ok(HOSTILE_ADDRESS.length === 300 && shown.includes('😀\n'))
    const emoji = '😀'.repeat(150)
    assertSendable(telegramForecast(withTexts(sampleForecast(), emoji)))
  })

  it('keeps its table within a narrow phone, its numbers right-aligned', () => {
    const sizes = [1, 1000, 1_000_000].map((factor) =>
      telegramForecast(
        sampleForecast({
          change: (forecast) => ({
            ...forecast,
            metrics: {
              ...forecast.metrics,
              revenue_rub: {
                p10: 1_045_879 * factor,
                p50: 1_156_946 * factor,
                p90: 1_276_111 * factor,
              },
            },
          }),
        }),
      ),
    )
    for (const html of sizes) {
      const [, table = ''] = /<pre>(.*)<\/pre>/s.exec(html) ?? []
      const lines = table.split('\n')
      assert.equal(lines.length, 9)
      for (const line of lines) assert.equal(Array.from(line).length, MAX_PRE_COLUMNS, line)
    }
  })

  it('says of how many flats and how much floor area its money is, within a narrow phone', () => {
    const html = telegramForecast(sampleForecast({ change: inPhases }))
    const [, table = ''] = /<pre>(.*)<\/pre>/s.exec(html) ?? []
    assert.deepEqual(table.split('\n').slice(-3), [
      'Квартир в расчёте     120 из 1 295',
      'Площадь всех этажей в расчёте',
      '                7 811 из 84 288 м²',
    ])
  })

  it('leaves a space at least between a label and its number, or a line', () => {
    const flats = (units_counted: number) => {
      const { programme, ...forecast } = sampleForecast({ change: inPhases })
      const phases = { ...programme.phases, units_counted }
      const whole = { ...programme, units_total: 999_999, phases }
      return /Квартир в расчёте.*\n?.*999 999/.exec(
        telegramForecast({ ...forecast, programme: whole }),
      )
    }
    assert.equal(flats(9_999)?.[0], 'Квартир в расчёте 9 999 из 999 999')
    assert.equal(flats(99_999)?.[0], `Квартир в расчёте\n${' '.repeat(17)}99 999 из 999 999`)
  })

  it('names three risks even where the model warns of none', () => {
    const calm = sampleForecast({ change: (forecast) => ({ ...forecast, warnings: [] }) })
    assert.equal(telegramForecast(calm).match(/^• /gm)?.length, 3)
  })

  it('carries the headline figures', () => {
    const forecast = sampleForecast()
    assertHeadlineFigures('tg', parsed(telegramForecast(forecast)), forecast)
  })

  it('says that data are for demonstration, and only then', () => {
    const demo = sampleForecast({ change: (forecast) => ({ ...forecast, is_demo: true }) })
    assert.ok(telegramForecast(demo).includes('<b>Демонстрационные данные</b>'))
    assert.ok(!telegramForecast(sampleForecast()).includes('Демонстрационные'))
    // Above, and not among the risks once more.
    const warnings = [{ code: 'demo_data', text: 'Учебный город.' }] as const
    assert.ok(!telegramForecast({ ...sampleForecast(), warnings }).includes('Учебный город.'))
  })
})
