// Reads the records of a CSV as a stream, rejected lines among them. What a record means is its
// dataset's; which lines never come to the parser stands in csv-broken-lines.ts, what becomes of
// text that is not UTF-8 in csv-encoding.ts.
import { Readable } from 'node:stream'
import { type Parser, parse } from 'csv-parse'
import {
  CARRIAGE_RETURN,
  LINE_END,
  MAX_LINE_BYTES,
  MAX_LINES,
  withoutBrokenLines,
} from './csv-broken-lines.ts'
import { inUtf8, NOT_UTF8 } from './csv-encoding.ts'
import { isGarbled } from './data-file.ts'

/**
 * `line` is the record's last line, from 1; the first record is the header itself. A rejected line
 * whose cells cannot be told apart comes as its text.
 */
export type CsvRecord =
  | (OfFile & { readonly cells: readonly string[] })
  | (OfFile & { readonly cells: readonly string[]; readonly reason: string })
  | (OfFile & { readonly text: string; readonly reason: string })

interface OfFile {
  readonly line: number
  readonly header: readonly string[]
}

/**
 * The records of a file in UTF-8; its beginning is judged before any is given. What the bytes throw
 * is passed on after all records before it; a line that it cuts short is not given.
 * @param head the beginning of the file: its first line names the separator, as Excel writes it, or
 *   shows whether comma, semicolon, tab or bar separates the cells
 * @throws DataFileError for a file in another encoding
 */
export function csvRecords(bytes: AsyncIterable<Buffer>, head: string): AsyncGenerator<CsvRecord> {
  return inUtf8(recordsOf(bytes, head))
}

interface ParsedRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

async function* recordsOf(bytes: AsyncIterable<Buffer>, head: string): AsyncGenerator<CsvRecord> {
  /** Lines that did not come through the parser, since its last record. */
  const rejected: { readonly line: number; readonly text: string; readonly reason: string }[] = []
  let header: readonly string[] | undefined
  const separator = separatorOf(head)
  const lines = /\r(?!\n)/u.test(head) && !head.includes('\n') ? withLineFeeds(bytes) : bytes
  const whole = withoutBrokenLines(lines, separator.charCodeAt(0), (line, text, reason) => {
    rejected.push({ line, text, reason })
  })
  const input = new ParserInput(whole)
  const parser = parserOf(separator, (line, reason) => {
    rejected.push({ line, text: '', reason })
  })
  input.stream.on('error', (error) => parser.destroy(error))
  input.stream.pipe(parser)
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<ParsedRecord>) {
      const line = info.lines
      if (header === undefined) {
        if (NAMED_SEPARATOR.test(cells.join(separator))) continue
        header = cells
        yield { line, header, cells }
        continue
      }
      for (const one of rejected.splice(0)) yield { ...one, header }
      const reason = faultOf(cells, header.length, line <= input.lineEnds)
      yield reason === undefined ? { line, header, cells } : { line, header, cells, reason }
    }
    for (const one of rejected) yield { ...one, header: header ?? [] }
    if (input.fault) throw input.fault.error
  } finally {
    input.stream.destroy()
    parser.destroy()
  }
}

/**
 * What the parser is given. The stream also ends where reading fails: one that ended in an error
 * would drop the records that it still holds.
 */
class ParserInput {
  readonly stream: Readable
  /** Lines with an end, so far: a record of a later line is the file's last. */
  lineEnds = 0
  /** What reading failed with. */
  fault: { readonly error: unknown } | undefined

  constructor(pieces: AsyncIterable<Buffer>) {
    this.stream = Readable.from(this.#read(pieces))
  }

  async *#read(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const piece of pieces) {
        this.lineEnds += lineEndsIn(piece)
        yield piece
      }
    } catch (error) {
      this.fault = { error }
    }
  }
}

function parserOf(separator: string, reject: (line: number, reason: string) => void): Parser {
  return parse({
    bom: true,
    delimiter: separator,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_LINES * MAX_LINE_BYTES,
    on_skip: (error) => {
      const line = typeof error?.lines === 'number' ? error.lines : 0
      reject(line, error?.message ?? 'not a CSV row')
    },
  })
}

function lineEndsIn(piece: Buffer): number {
  let ends = 0
  for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) ends += 1
  return ends
}

/** A file whose lines end in carriage returns alone, as a Macintosh once wrote them. */
async function* withLineFeeds(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    yield Buffer.from(chunk).map((byte) => (byte === CARRIAGE_RETURN ? LINE_END : byte)) as Buffer
  }
}

function faultOf(cells: readonly string[], most: number, hasEnd: boolean): string | undefined {
  if (cells.slice(most).some((cell) => cell.trim() !== '')) return 'more cells than the header has'
  // Its last number may be a part of one. Either alone is usual.
  if (!hasEnd && cells.length < most) return 'the file ends in this line, before its last cells'
  return cells.some(isGarbled) ? NOT_UTF8 : undefined
}

/** The first line of a file that Excel is to read with this separator; no record of it. */
const NAMED_SEPARATOR = /^"?sep=([,;\t|])"?$/i

/**
 * The one that the first line names, or the commonest of comma, semicolon, tab and bar in it, outside of
 * quotes: names of columns may have commas.
 */
function separatorOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1)
  const named = NAMED_SEPARATOR.exec(line)?.[1]
  if (named !== undefined) return named
  const bare = line.replace(/"[^"]*"/gu, '')
  const count = (separator: string): number => bare.split(separator).length
  return [',', ';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
