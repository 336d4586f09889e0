// Records of a CSV: what is broken costs its own line, whatever stands around it.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { type CsvRecord, csvRecords } from '../../src/datasets/csv-file.ts'

/** The file in pieces of `size` bytes. */
async function read(text: string, size = 65_536): Promise<CsvRecord[]> {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
    bytes.subarray(piece * size, (piece + 1) * size),
  )
  const head = text.replace(/^\uFEFF/u, '').slice(0, 4096)
  return Array.fromAsync(csvRecords(Readable.from(pieces), head))
}

const cellsOf = (records: readonly CsvRecord[]) =>
  records.flatMap((record) => ('reason' in record ? [] : [record.cells]))
const refusedOf = (records: readonly CsvRecord[]) =>
  records.flatMap((record) => ('reason' in record ? [[record.line, record.reason]] : []))

const OPEN = 'a quote is opened and not closed'
const CELL = fc.string({
  unit: fc.constantFrom('a', 'ё', ' ', ',', ';', '"', '\n', '1'),
  maxLength: 8,
})
const ROW = fc
  .tuple(CELL, CELL, CELL)
  .map((cells) => cells.map((cell) => cell.replaceAll(/\n+/g, '\n')))
  // No more lines than a record may have, and no line that is left out for being empty.
  .filter((cells) => cells.join('').split('\n').length <= 4 && cells.join('') !== '')

describe('records of a CSV', () => {
  it('are those that were written, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ROW, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 40 }),
        async (rows, delimiter, lineEnd, size) => {
          const table = [['x', 'y', 'z'], ...rows]
          const text = stringify(table, { delimiter, record_delimiter: lineEnd, quoted: true })
          const records = await read(`\uFEFF${text}`, size)
          assert.deepEqual(cellsOf(records), table)
          assert.equal(cellsOf(records).length, records.length)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('are all there where line ends are mixed, as in files put together', async () => {
    const text = 'x,y\r\n1,a\r\n2,"b\r\nb"\n3,c\n4,"d\r\n5,e\r\n\n6,f\r\n7,g'
    const records = await read(text)
    assert.deepEqual(cellsOf(records), [
      ['x', 'y'],
      ['1', 'a'],
      ['2', 'b\nb'],
      ['3', 'c'],
      ['5', 'e'],
      ['6', 'f'],
      ['7', 'g'],
    ])
    assert.deepEqual(refusedOf(records), [[6, OPEN]])
    assert.equal(records.at(-1)?.line, 10)
  })

  it('are all there where lines end in carriage returns alone', async () => {
    const records = await read('x,y\r1,a\r2,b\r')
    assert.deepEqual(cellsOf(records), [
      ['x', 'y'],
      ['1', 'a'],
      ['2', 'b'],
    ])
    assert.deepEqual(cellsOf(await read('x,y\n1,a\r')), [
      ['x', 'y'],
      ['1', 'a'],
    ])
  })

  it('may hold a carriage return, where lines do not end in it', async () => {
    assert.deepEqual(cellsOf(await read('x,y\n1,"a\rb"\n2,c\rd\n')), [
      ['x', 'y'],
      ['1', 'a\rb'],
      ['2', 'c\rd'],
    ])
  })

  it('are cut at the commonest separator of the first line, not at those of its quoted names', async () => {
    const text = 'id;"Цена, ₽, без торга, за всё";"Площадь, м²"\n1;5000000;54,3\n'
    assert.deepEqual(cellsOf(await read(text)), [
      ['id', 'Цена, ₽, без торга, за всё', 'Площадь, м²'],
      ['1', '5000000', '54,3'],
    ])
  })

  it('are cut where a first line names the separator, which is no record', async () => {
    for (const [first, text] of [
      ['sep=;', 'x;y\n1;"a;b"\n'],
      ['SEP=,', 'x,y\n1,a;b\n'],
      ['"sep=|"', 'x|y\n1|a;b\n'],
      ['sep=\t', 'x\ty\n1\ta;b\n'],
    ] as const) {
      for (const lineEnd of ['\n', '\r\n', '\r']) {
        const records = await read(`\uFEFF${first}\n${text}`.replaceAll('\n', lineEnd))
        assert.deepEqual(
          records.map((record) => ('cells' in record ? [record.line, record.cells] : record)),
          [
            [2, ['x', 'y']],
            [3, ['1', 'a;b']],
          ],
          first,
        )
      }
    }
    assert.deepEqual(cellsOf(await read('sep=ж\n1\n'))[0], ['sep=ж'])
    assert.deepEqual(cellsOf(await read('x\nsep=;\n'))[1], ['sep=;'])
  })

  it('go over five lines at most', async () => {
    const of = (lines: number) => {
      const cell = Array.from({ length: lines }, (_, line) => `к${line}`).join('\n')
      return read(`x,y\n1,"${cell}"\n2,z\n`)
    }
    assert.equal(cellsOf(await of(5)).length, 3)
    assert.deepEqual(refusedOf(await of(5)), [])
    const six = await of(6)
    assert.deepEqual(cellsOf(six).at(-1), ['2', 'z'])
    assert.ok(refusedOf(six).some(([line, reason]) => line === 2 && reason === OPEN))
  })

  it('are all there but a line whose quote is not closed, wherever it stands', async () => {
    // Behind an open quote a cell that begins with a separator cannot be told from the end of one.
    const cell = fc.string({ unit: fc.constantFrom('a', 'ё', ' ', ',', ';', '1'), maxLength: 8 })
    const line = fc.tuple(cell, cell, cell).map((cells) => cells.map((text) => `к${text}`))
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 20, size: 'max' }),
        fc.nat(19),
        fc.integer({ min: 1, max: 40 }),
        async (rows, at, size) => {
          const lines = [
            'x,y,z',
            ...rows.map((row) => stringify([row], { quoted: true }).trimEnd()),
          ]
          const where = 1 + (at % rows.length)
          lines.splice(where, 0, '1,"left open,3')
          const records = await read(`${lines.join('\n')}\n`, size)
          assert.deepEqual(cellsOf(records), [['x', 'y', 'z'], ...rows])
          assert.deepEqual(refusedOf(records), [[where + 1, OPEN]])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('keep quotes in the middle of a cell as they are', async () => {
    const records = await read('x,y\n1,дом "Мира" 5\n')
    assert.deepEqual(cellsOf(records)[1], ['1', 'дом "Мира" 5'])
  })

  it('are refused where they have more cells than the header, unless those are empty', async () => {
    const records = await read('x,y\n1,Мира, 5\n2,b,, \n3\n')
    assert.deepEqual(cellsOf(records).slice(1), [['2', 'b', '', ' '], ['3']])
    assert.deepEqual(refusedOf(records), [[2, 'more cells than the header has']])
  })

  it('are refused where the file ends in their midst, as that of a killed export', async () => {
    const table = 'x,y,z\r\n1,"a\nb",30\n2,Мира,40'
    for (let end = table.length - 1; end > table.indexOf('2,'); end -= 1) {
      for (const size of [1, 7, 65_536]) {
        const cut = table.slice(0, end)
        const lastCell = end > table.lastIndexOf(',')
        const refused = [[4, 'the file ends in this line, before its last cells']]
        const records = await read(cut, size)
        assert.deepEqual(refusedOf(records), lastCell ? [] : refused, cut)
        assert.equal(records.length, 3)
        // With an end the line is whole: cells that are not there are empty ones.
        assert.deepEqual(refusedOf(await read(`${cut}\n`, size)), [], cut)
      }
    }
    assert.deepEqual(refusedOf(await read('x,y\r1,a\r2')), [
      [3, 'the file ends in this line, before its last cells'],
    ])
    assert.deepEqual(refusedOf(await read('x,y\n\n"1\n2')), [
      [3, OPEN],
      [4, 'the file ends in this line, before its last cells'],
    ])
  })

  it('are refused where their bytes are no UTF-8', async () => {
    const windows1251 = Buffer.from([0x31, 0x2c, 0xcc, 0xe8, 0xf0, 0xe0, 0x0a])
    const bytes = Buffer.concat([Buffer.from('x,y\n'), windows1251, Buffer.from('2,Мира\n')])
    const records = await Array.fromAsync(csvRecords(Readable.from([bytes]), 'x,y'))
    assert.deepEqual(cellsOf(records)[1], ['2', 'Мира'])
    const advice = 'save the file as UTF-8 (in Excel: "CSV UTF-8")'
    assert.deepEqual(refusedOf(records), [[2, `not text in UTF-8: ${advice}`]])
    const twice = Readable.from([bytes, windows1251])
    assert.deepEqual(refusedOf(await Array.fromAsync(csvRecords(twice, 'x,y'))), [
      [2, `not text in UTF-8: ${advice}`],
      [4, 'not text in UTF-8'],
    ])
  })

  it('are not read of a file in another encoding, of which the beginning is judged whole', async () => {
    const bad = Buffer.from([0x31, 0x2c, 0xcc, 0xe8, 0xf0, 0xe0, 0x0a])
    const rowsOf = async (...parts: readonly (Buffer | string)[]) => {
      let rows = 0
      const bytes = Readable.from([Buffer.concat(parts.map((part) => Buffer.from(part)))])
      try {
        for await (const _ of csvRecords(bytes, 'x,y')) rows += 1
      } catch (error) {
        assert.match(String(error), /^DataFileError: The file is not text in UTF-8: save the file/)
        assert.equal(rows, 0)
      }
      return rows
    }
    const [good, garbled] = [Buffer.from('2,b\n'.repeat(11)), Buffer.concat(Array(89).fill(bad))]
    assert.equal(await rowsOf('x,y\n', bad), 0)
    assert.equal(await rowsOf('x,y\n', good.subarray(0, 4), garbled, bad, good), 0)
    assert.equal(await rowsOf('x,y\n', good, garbled), 101)
    // Names of columns that cannot be read are of no use, whatever the rows hold.
    assert.equal(await rowsOf('x,', bad.subarray(2), good), 0)
  })

  it('go on after a last line without an end, and after an open quote in it', async () => {
    assert.deepEqual(cellsOf(await read('x,y\n1,2')), [
      ['x', 'y'],
      ['1', '2'],
    ])
    const records = await read('x,y\n1,"2')
    assert.deepEqual(refusedOf(records), [[2, OPEN]])
  })

  it('are all there but a line that is far too long, however it arrives', async () => {
    const long = `1,${'a'.repeat(150_000)}`
    for (const size of [1_000, 65_536, 1_000_000]) {
      for (const [text, line] of [
        [`x,y\n1,b\n${long}\n2,c\n`, 3],
        [`x,y\n1,b\n2,c\n${long}`, 4],
        [`x,y\r\n${long}\r\n1,b\r\n2,c\r\n`, 2],
      ] as const) {
        const records = await read(text, size)
        assert.deepEqual(cellsOf(records).slice(1), [
          ['1', 'b'],
          ['2', 'c'],
        ])
        assert.deepEqual(refusedOf(records), [[line, 'the line is longer than 100000 bytes']])
      }
    }
  })
})
