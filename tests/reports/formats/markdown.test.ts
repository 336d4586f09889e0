import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { escapeMarkdown, markdownOf } from '../../../src/reports/formats/markdown.ts'
import { settledText } from '../../../src/reports/plain-text.ts'
import { documentOf } from './plain-document.ts'

/** What a reader of Markdown sees: a backslash before a mark is gone. */
const shown = (markdown: string) => markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** Marks that are not escaped, as a reader of Markdown finds them. */
const bareMarks = (markdown: string) =>
  markdown.replace(/\\[!-/:-@[-`{-~]/g, '').match(/[\\`*_[\]<>|~&$@#]/g) ?? []

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom('|', '\\', '`', '*', '_', '[x](y)', '<b>', '&lt;', '\n', '# ', '- ', '1. '),
    )
    .map((parts) => parts.join('')),
)

describe('a document in Markdown', () => {
  it('shows any text as it is, with no mark of it acting', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeMarkdown(text)
        assert.deepEqual(bareMarks(escaped), [])
        assert.equal(shown(escaped), settledText(text))
      }),
    )
  })

  it('keeps each row of a table one line of as many cells as there are columns', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile), { maxLength: 5 }), (rows) => {
        const markdown = markdownOf(
          documentOf([
            {
              kind: 'grid',
              columns: [
                { head: 'А', align: 'start' },
                { head: 'Б', align: 'end' },
              ],
              rows: rows.map(([text, sub]) => ({ cells: [{ text }, { text: '1', sub }] })),
            },
          ]),
        )
        const lines = markdown.split('\n\n---\n')[0]?.split('\n') ?? []
        assert.equal(lines.length, rows.length + 2)
        for (const line of lines) {
          assert.equal(bareMarks(line).filter((mark) => mark === '|').length, 3)
        }
      }),
    )
  })

  it('reads figures side by side row by row, and leaves out none of the longer list', () => {
    const figures = (...labels: readonly string[]) =>
      ({ kind: 'figures', items: labels.map((label) => ({ label, value: '1' })) }) as const
    const [left, right] = [[figures('а', 'в')], [figures('б', 'г', 'д')]]
    const markdown = markdownOf(documentOf([{ kind: 'beside', ratio: 0.5, left, right }]))
    assert.deepEqual(markdown.match(/(?<=\*\*)[а-я](?=:)/g), ['а', 'б', 'в', 'г', 'д'])
  })

  it('never lets a paragraph begin a list, a heading, a quotation or a rule', () => {
    for (const text of [
      '- а',
      '+ а',
      '1. а',
      '2) а',
      '123456789. а',
      '# а',
      '> а',
      '---',
      '=== ',
      '* а',
    ]) {
      const [line = ''] = markdownOf(documentOf([{ kind: 'paragraph', text }])).split('\n')
      assert.doesNotMatch(line, /^([-+*=#>]|\d+[.)])/)
    }
  })

  it('lets no address become a link', () => {
    for (const text of ['http://example.org', 'www.example.org', 'a@example.org', '<http://x>']) {
      assert.doesNotMatch(escapeMarkdown(text), /[^\\]:\/\/|www\.|[^\\]@|[^\\]</)
    }
  })

  it('lets no text of any kind of block act', () => {
    const text = '_x_'
    const markdown = markdownOf({
      ...documentOf([
        { kind: 'heading', level: 1, text },
        { kind: 'paragraph', text },
        { kind: 'paragraph', lead: text, text, tone: 'warning' },
        { kind: 'figures', items: [{ label: text, value: text, note: text }] },
        { kind: 'facts', columns: 1, rows: [{ label: text, value: text, mark: text }] },
        {
          kind: 'grid',
          columns: [{ head: text, align: 'start' }],
          rows: [{ cells: [{ text, sub: text }] }],
        },
        { kind: 'line-chart', caption: text, points: [{ label: text, value: 1 }] },
        {
          kind: 'bar-chart',
          caption: text,
          labels: [text],
          series: [{ name: text, values: [1] }],
        },
      ]),
      mark: text,
      header: text,
      footer: text,
    })
    assert.doesNotMatch(markdown, /(?<!\\)_/)
  })

  it('writes every kind of block', () => {
    const markdown = markdownOf({
      ...documentOf([
        { kind: 'heading', level: 1, text: 'Имя' },
        { kind: 'paragraph', lead: 'Важно.', text: 'Текст', tone: 'warning' },
        {
          kind: 'beside',
          ratio: 0.5,
          left: [{ kind: 'figures', items: [{ label: 'А', value: '1', note: 'п' }] }],
          right: [{ kind: 'figures', items: [{ label: 'Б', value: '2' }] }],
        },
        { kind: 'facts', columns: 2, rows: [{ label: 'В', value: '3', mark: '*' }] },
        { kind: 'line-chart', caption: 'Линия', points: [{ label: 'г', value: 4 }] },
        {
          kind: 'bar-chart',
          caption: 'Столбцы',
          labels: ['д'],
          series: [{ name: 'Ряд', values: [-5] }],
        },
        {
          kind: 'drawing',
          widthMm: 1,
          heightMm: 1,
          shapes: [],
          alt: 'не видно',
          caption: 'не видно',
        },
        { kind: 'page-break' },
      ]),
      mark: 'Демо',
    })
    const expected = [
      '> **Демо**',
      '# Имя',
      '> **Важно.** Текст',
      '- **А:** 1 (п)\n- **Б:** 2',
      '|  |  |\n| --- | --- |\n| В | 3\\* |',
      'Линия',
      '|  |  |\n| --- | ---: |\n| г | 4 |',
      'Столбцы',
      '|  | Ряд |\n| --- | ---: |\n| д | −5 |',
      '---',
      'Низ · Верх\n',
    ]
    assert.equal(markdown, expected.join('\n\n'))
  })
})
