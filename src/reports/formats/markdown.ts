// A document as GitHub Flavored Markdown. Texts are data: whatever would be markup in them is
// escaped. Drawings are left out: what they show stands in tables beside them.
import { formatNumber } from '../../text/russian-format.ts'
import type {
  BarChart,
  Beside,
  Block,
  Facts,
  Figures,
  Grid,
  GridColumn,
  LineChart,
  ReportDocument,
} from '../document.ts'
import { settledText } from '../plain-text.ts'

/**
 * The same document gives the same text, with a line feed at its end.
 * @see https://github.github.com/gfm/
 */
export function markdownOf(document: ReportDocument): string {
  const parts = [
    ...(document.mark === undefined ? [] : [`> **${escapeMarkdown(document.mark)}**`]),
    ...document.blocks.flatMap(blockParts),
    '---',
    paragraphText(`${document.footer} · ${document.header}`),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Paragraphs and tables, each without the empty line that parts it from the next. */
function blockParts(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
      return [`${'#'.repeat(block.level)} ${escapeMarkdown(block.text)}`]
    case 'paragraph': {
      const lead = block.lead === undefined ? '' : `**${escapeMarkdown(block.lead)}** `
      const text = lead === '' ? paragraphText(block.text) : lead + escapeMarkdown(block.text)
      return [block.tone === 'warning' ? `> ${text}` : text]
    }
    case 'figures':
      return [figuresList(block)]
    case 'facts':
      return [factsTable(block)]
    case 'grid':
      return [gridTable(block)]
    case 'line-chart':
      return [paragraphText(block.caption), lineTable(block)]
    case 'bar-chart':
      return [paragraphText(block.caption), barTable(block)]
    case 'beside':
      return besideParts(block)
    case 'drawing':
    case 'page-break':
      return []
  }
}

/** Figures that stood side by side become one list, read row by row. */
function besideParts({ left, right }: Beside): string[] {
  const [first, second] = [left[0], right[0]]
  const areLists = left.length === 1 && right.length === 1
  if (areLists && first?.kind === 'figures' && second?.kind === 'figures') {
    const rows = Math.max(first.items.length, second.items.length)
    const items = Array.from({ length: rows }, (_, index) => [
      ...first.items.slice(index, index + 1),
      ...second.items.slice(index, index + 1),
    ])
    return [figuresList({ kind: 'figures', items: items.flat() })]
  }
  return [...left, ...right].flatMap(blockParts)
}

function figuresList({ items }: Figures): string {
  return items
    .map(({ label, value, note }) => {
      const rest = note === undefined ? '' : ` (${escapeMarkdown(note)})`
      return `- **${escapeMarkdown(label)}:** ${escapeMarkdown(value)}${rest}`
    })
    .join('\n')
}

function factsTable({ rows }: Facts): string {
  const cells = rows.map(({ label, value, mark }) => [label, value + (mark ?? '')])
  return table([{ head: '' }, { head: '' }], cells.map(escapeAll))
}

function gridTable({ columns, rows }: Grid): string {
  return table(
    columns,
    rows.map(({ cells, strong }) =>
      cells.map(({ text, sub }) => {
        const main = escapeMarkdown(text)
        const shown = strong && main !== '' ? `**${main}**` : main
        return sub === undefined || sub === '' ? shown : `${shown} · ${escapeMarkdown(sub)}`
      }),
    ),
  )
}

function lineTable({ points }: LineChart): string {
  return table(
    [{ head: '' }, { head: '', align: 'end' }],
    points.map(({ label, value }) => escapeAll([label, formatNumber(value)])),
  )
}

function barTable({ labels, series }: BarChart): string {
  return table(
    [{ head: '' }, ...series.map(({ name }) => ({ head: name, align: 'end' as const }))],
    labels.map((label, index) =>
      escapeAll([label, ...series.map(({ values }) => formatNumber(values[index]))]),
    ),
  )
}

interface Column {
  head: string
  align?: GridColumn['align']
}

const RULES = { start: '---', center: ':---:', end: '---:' } as const

/** @param rows cells that are Markdown already */
function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map(({ head }) => escapeMarkdown(head))),
    line(columns.map(({ align = 'start' }) => RULES[align])),
    ...rows.map(line),
  ].join('\n')
}

function escapeAll(texts: readonly string[]): string[] {
  return texts.map(escapeMarkdown)
}

/** A paragraph that cannot begin a list, a heading or a rule either. */
function paragraphText(text: string): string {
  return escapeMarkdown(text)
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^([+\-=])/, '\\$1')
}

/**
 * Text on one line that Markdown shows as it is: inline marks, entities, HTML, the walls of tables,
 * and what GFM turns into links by itself.
 */
export function escapeMarkdown(text: string): string {
  return settledText(text)
    .replace(/[\\`*_[\]<>|~&$@#]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
}
