// Takes the broken lines out of a CSV before it is parsed, so that each costs itself alone: the
// parser would lose what comes after an open quote (docs/decisions/014). What cells mean is not
// known here.
//
// 1 A line ends at its line feed, within quotes as well. One longer than MAX_LINE_BYTES is broken.
// 2 Only the first character of a cell opens a quote. Only a quote before a separator or the line's
//   end closes it, as the parser has it; two quotes together are one in the cell's text.
// 3 A line that leaves a quote open is held, and so are the lines after it.
// 4 When the quote is closed, all that is held goes on to the parser.
// 5 The quote was never meant to go on so far if MAX_LINES are held, if a line closes it in the
//   middle of a cell, or if a line that is too long or the end of the file comes first. Then the
//   first line held is broken, and the others are taken anew by rule 2.
// 6 In the place of a broken line goes an empty one, which the parser skips: line numbers stay.
// 7 Lines pass with a line feed alone at their end: files put together have ends of both kinds.

/** Lines that one record may go over, by line ends in its quotes. */
export const MAX_LINES = 5

/** Bytes of a line, its end included; a longer one is rejected. */
export const MAX_LINE_BYTES = 100_000

/** Bytes of a line that is too long which its rejection shows. */
const SHOWN_OF_LONG = 200

export const LINE_END = 0x0a
const LINE_FEED = Buffer.of(LINE_END)
export const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22

/** @param line counts from 1 */
type RejectLine = (line: number, text: string, reason: string) => void

/** @param separator the byte between cells */
export async function* withoutBrokenLines(
  bytes: AsyncIterable<Buffer>,
  separator: number,
  reject: RejectLine,
): AsyncGenerator<Buffer> {
  const sieve = new LineSieve(separator, reject)
  /** The beginning of a line that has not ended yet. */
  let rest: Buffer = Buffer.alloc(0)
  /** What is shown of a line that is too long and has not ended yet. */
  let tooLong: Buffer | undefined

  for await (const chunk of bytes) {
    const buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let end = buffer.indexOf(LINE_END); end >= 0; end = buffer.indexOf(LINE_END, from)) {
      const line = buffer.subarray(from, end + 1)
      from = end + 1
      if (tooLong || line.length > MAX_LINE_BYTES) sieve.dropLong(tooLong ?? line, line)
      else sieve.take(line)
      tooLong = undefined
    }
    rest = buffer.subarray(from)
    if (rest.length > MAX_LINE_BYTES || tooLong) {
      tooLong ??= Buffer.from(rest.subarray(0, SHOWN_OF_LONG))
      rest = Buffer.alloc(0)
    }
    yield* sieve.passed()
  }
  if (tooLong) sieve.dropLong(tooLong, rest)
  else if (rest.length > 0) sieve.take(rest)
  sieve.end()
  yield* sieve.passed()
}

/** Rules 2 to 7, a line at a time. */
class LineSieve {
  readonly #separator: number
  readonly #reject: RejectLine
  /** The number of the last line that has passed or was dropped. */
  #line = 0
  /** Fewer than MAX_LINES. */
  #held: Buffer[] = []
  /** Whether a quote is open behind the lines held. */
  #isOpen = false
  #passed: Buffer[] = []

  constructor(separator: number, reject: RejectLine) {
    this.#separator = separator
    this.#reject = reject
  }

  take(line: Buffer): void {
    this.#held.push(line)
    const quotes = quotesBehind(line, this.#separator, this.#isOpen)
    this.#isOpen = quotes === 'open'
    if (quotes === 'closed') this.#passHeld()
    else if (quotes === 'broken' || this.#held.length === MAX_LINES) this.#dropFirst()
  }

  /** @param end the line's end, after whatever came of it before */
  dropLong(shown: Buffer, end: Buffer): void {
    this.end()
    const reason = `the line is longer than ${MAX_LINE_BYTES} bytes`
    this.#drop(shown.subarray(0, SHOWN_OF_LONG), end, reason)
  }

  /** No line follows that could close a quote. */
  end(): void {
    while (this.#held.length > 0) this.#dropFirst()
  }

  /** What has passed since this was asked last, as one piece or none. */
  passed(): readonly Buffer[] {
    const lines = this.#passed
    this.#passed = []
    return lines.length > 0 ? [Buffer.concat(lines)] : lines
  }

  #passHeld(): void {
    this.#line += this.#held.length
    this.#passed.push(...this.#held.flatMap(withLineFeed))
    this.#held = []
  }

  #dropFirst(): void {
    const [broken, ...others] = this.#held
    if (!broken) return
    this.#held = []
    this.#isOpen = false
    this.#drop(broken, broken, 'a quote is opened and not closed')
    for (const other of others) this.take(other)
  }

  #drop(shown: Buffer, end: Buffer, reason: string): void {
    this.#line += 1
    this.#reject(this.#line, shown.toString('utf8').trim(), reason)
    if (end.at(-1) === LINE_END) this.#passed.push(LINE_FEED)
  }
}

/**
 * Whether a quote is open at the end of the line. A line is `broken` if an earlier line opened a
 * quote and this one would close it in the middle of a cell.
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

/** The line, its end a line feed alone; the last one may have none. */
function withLineFeed(line: Buffer): readonly Buffer[] {
  if (line.at(-1) === CARRIAGE_RETURN) return [line.subarray(0, -1)]
  const isTwofold = line.at(-1) === LINE_END && line.at(-2) === CARRIAGE_RETURN
  return isTwofold ? [line.subarray(0, -2), LINE_FEED] : [line]
}

function isCellEnd(byte: number | undefined, separator: number): boolean {
  return byte === undefined || byte === separator || byte === LINE_END || byte === CARRIAGE_RETURN
}
