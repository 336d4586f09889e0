// Reads the records of a CSV as a stream. What is wrong with a line costs that line: a quote that is
// opened and never closed does not swallow the rest of the file. What a record means is its dataset's.
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

/** `line` is the record's last line, from 1; the first record is the header. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly cells: readonly string[]; readonly reason: string }

/** Lines that one record may go over, by line ends in its quotes. */
const MOST_LINES = 5
const LONGEST_LINE = 100_000
const SHOWN_OF_LONG = 200

/**
 * @param head the beginning of the file, whose first line tells what separates the cells: comma, semicolon or tab
 */
export async function* csvRecords(bytes: Readable, head: string): AsyncGenerator<CsvRecord> {
  const refused: CsvRecord[] = []
  /** Cells of the header. */
  let most: number | undefined
  const separator = separatorOf(head)
  const closed = Readable.from(
    withoutBrokenLines(bytes, separator.charCodeAt(0), (line, text, reason) => {
      refused.push({ line, cells: [text], reason })
    }),
  )
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MOST_LINES * LONGEST_LINE,
    on_skip: (error) => {
      const line = typeof error?.lines === 'number' ? error.lines : 0
      refused.push({ line, cells: [], reason: error?.message ?? 'not a CSV row' })
    },
  })
  closed.on('error', (error) => parser.destroy(error))
  closed.pipe(parser)
  try {
    for await (const item of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      yield* refused.splice(0)
      const { record: cells, info } = item
      most ??= cells.length
      const reason = faultOf(cells, most)
      yield reason === undefined ? { line: info.lines, cells } : { line: info.lines, cells, reason }
    }
    yield* refused
  } finally {
    closed.destroy()
    parser.destroy()
  }
}

function faultOf(cells: readonly string[], most: number): string | undefined {
  if (cells.slice(most).some((cell) => cell.trim() !== '')) return 'more cells than the header has'
  // What the decoder puts in the place of bytes that are none: a file in Windows-1251 is full of it.
  return cells.some((cell) => cell.includes('\uFFFD')) ? 'not text in UTF-8' : undefined
}

/** The commonest of comma, semicolon and tab in the first line. */
function separatorOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1)
  const count = (separator: string): number => line.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

const LINE_END = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22

/**
 * The file without its lines that are too long, or that open a quote which the next `MOST_LINES` do not close: the
 * parser would lose what comes after them. In the place of each stands an empty one.
 */
async function* withoutBrokenLines(
  bytes: AsyncIterable<Buffer>,
  separator: number,
  refuse: (line: number, text: string, reason: string) => void,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 0
  /** Lines of a record whose quote is open; fewer than `MOST_LINES`. */
  let held: Buffer[] = []
  let isOpen = false
  /** The beginning of a line that is too long and has not ended yet. */
  let tooLong: Buffer | undefined
  const done: Buffer[] = []

  const take = (text: Buffer): void => {
    held.push(text)
    const quotes = quotesBehind(text, separator, isOpen)
    isOpen = quotes === 'open'
    if (quotes === 'closed') {
      line += held.length
      done.push(...held)
      held = []
    } else if (quotes === 'broken' || held.length === MOST_LINES) dropFirst()
  }
  const dropFirst = (): void => {
    const [broken, ...others] = held
    if (!broken) return
    held = []
    isOpen = false
    drop(broken, broken, 'a quote is opened and not closed')
    for (const other of others) take(other)
  }
  const drop = (shown: Buffer, end: Buffer, reason: string): void => {
    line += 1
    refuse(line, shown.toString('utf8').trim(), reason)
    done.push(lineEndOf(end))
  }
  const dropLong = (shown: Buffer, end: Buffer): void => {
    while (held.length > 0) dropFirst()
    drop(shown.subarray(0, SHOWN_OF_LONG), end, `the line is longer than ${LONGEST_LINE} bytes`)
    tooLong = undefined
  }

  for await (const chunk of bytes) {
    const buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let end = buffer.indexOf(LINE_END); end >= 0; end = buffer.indexOf(LINE_END, from)) {
      const text = buffer.subarray(from, end + 1)
      from = end + 1
      if (tooLong || text.length > LONGEST_LINE) dropLong(tooLong ?? text, text)
      else take(text)
    }
    rest = buffer.subarray(from)
    if (rest.length > LONGEST_LINE || tooLong) {
      tooLong ??= Buffer.from(rest.subarray(0, SHOWN_OF_LONG))
      rest = Buffer.alloc(0)
    }
    if (done.length > 0) yield Buffer.concat(done.splice(0))
  }
  if (tooLong) dropLong(tooLong, rest)
  else if (rest.length > 0) take(rest)
  while (held.length > 0) dropFirst()
  if (done.length > 0) yield Buffer.concat(done)
}

/**
 * Whether a quote is open behind the line. Only a cell's first quote opens one, and only one before a separator or
 * the line's end closes it, as the parser has it; `broken` is a line that another one has left open and that would
 * close it in the middle of a cell: the quote was never meant to go on to here.
 */
function quotesBehind(
  line: Buffer,
  separator: number,
  wasOpen: boolean,
): 'open' | 'closed' | 'broken' {
  if (line.indexOf(QUOTE) < 0) return wasOpen ? 'open' : 'closed'
  let isOpen = wasOpen
  let isOthers = wasOpen
  let atCellStart = !wasOpen
  for (let at = hasByteOrderMark(line) ? 3 : 0; at < line.length; at += 1) {
    const byte = line[at] as number
    if (isOpen && byte === QUOTE) {
      if (line[at + 1] === QUOTE) at += 1
      else if (isCellEnd(line[at + 1], separator)) {
        isOpen = false
        isOthers = false
      } else if (isOthers) return 'broken'
    } else if (!isOpen) {
      isOpen = atCellStart && byte === QUOTE
      atCellStart = byte === separator
    }
  }
  return isOpen ? 'open' : 'closed'
}

function hasByteOrderMark(line: Buffer): boolean {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf
}

/** The same as the file's others: the parser goes by the first that it meets. */
function lineEndOf(line: Buffer): Buffer {
  if (line.at(-1) !== LINE_END) return Buffer.alloc(0)
  return line.subarray(line.at(-2) === CARRIAGE_RETURN ? -2 : -1)
}

function isCellEnd(byte: number | undefined, separator: number): boolean {
  return byte === undefined || byte === separator || byte === LINE_END || byte === CARRIAGE_RETURN
}
