import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createProgress, type ProgressState, progressText } from '../../src/cli/progress.ts'

const rows = (done: number, share: number | null): ProgressState => ({
  share,
  counted: { done, unit: 'rows' },
  note: '3 rejected',
})

/** A stream that keeps what is written, and the time, which stands still until it is moved. */
function screen(isTTY: boolean, columns = 100) {
  let nowMs = 1000
  const written: string[] = []
  const progress = createProgress(
    { isTTY, columns, write: (text: string) => written.push(text) },
    () => nowMs,
  )
  return { progress, written, advance: (ms: number) => (nowMs += ms) }
}

describe('the progress of a command', () => {
  it('tells share, rows, rejects, rate and the time left', () => {
    assert.equal(
      progressText(rows(1_234_000, 0.42), 50),
      '42 %, 1,234,000 rows, 3 rejected, 24,680/s, 1 min 09 s left',
    )
    assert.equal(
      progressText(rows(10, 0.5), 4000),
      '50 %, 10 rows, 3 rejected, 0/s, 1 h 06 min left',
    )
  })

  it('tells no share where the length is not known, and no time left at the very start', () => {
    assert.equal(progressText(rows(500, null), 10), '500 rows, 3 rejected, 50/s')
    assert.equal(progressText(rows(5, 0.009), 1), '0 %, 5 rows, 3 rejected, 5/s')
    assert.equal(progressText(rows(5, 0.01), 1), '1 %, 5 rows, 3 rejected, 5/s, 1 min 39 s left')
  })

  it('tells whole minutes and hours by their own words', () => {
    for (const [elapsedS, left] of [
      [59, '59 s'],
      [60, '1 min 00 s'],
      [3599, '59 min 59 s'],
      [3600, '1 h 00 min'],
    ] as const) {
      const text = progressText({ share: 0.5, note: 'read' }, elapsedS)
      assert.equal(text, `50 %, read, ${left} left`)
    }
  })

  it('is a bar on a terminal, drawn over itself and cleared at the end', () => {
    const { progress, written, advance } = screen(true)
    progress.show(rows(1000, 0.5))
    advance(100)
    progress.show(rows(2000, 0.6))
    advance(100)
    progress.show(rows(3000, 1))
    progress.end()
    progress.end()
    assert.equal(written.length, 3, 'a change within 200 ms is not drawn')
    assert.ok(written[0]?.startsWith('\r\u001b[K[████████████░░░░░░░░░░░░] 50 %, 1,000 rows'))
    assert.match(written[1] ?? '', /\[█{24}\] 100 %, 3,000 rows/)
    assert.equal(written[2], '\r\u001b[K')
  })

  it('never wraps on a narrow terminal', () => {
    const { progress, written } = screen(true, 30)
    progress.show(rows(1_000_000, 0.5))
    assert.equal(written[0]?.replace('\r\u001b[K', '').length, 29)
  })

  it('is a plain line every ten seconds where there is no terminal', () => {
    const { progress, written, advance } = screen(false)
    for (let s = 0; s < 25; s += 1) {
      progress.show(rows(s * 100, s / 25))
      advance(1000)
    }
    progress.end()
    assert.deepEqual(written, [
      '40 %, 1,000 rows, 3 rejected, 100/s, 15 s left\n',
      '80 %, 2,000 rows, 3 rejected, 100/s, 5 s left\n',
    ])
  })
})
