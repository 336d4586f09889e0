// How far a file is read, whatever it holds and however it is packed.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readAddressFile } from '../../src/addresses/table/address-file.ts'
import { filePosition } from '../../src/datasets/file-position.ts'
import { readComparableFile } from '../../src/valuation/comparables/comparable-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradein-position-'))
after(() => rmSync(folder, { recursive: true }))

const comparables = `source_id,kind,date,price_rub,lat,lon,area_m2,rooms\n${Array.from(
  { length: 30_000 },
  (_, i) => `a${i},deal,2024-05-02,${8_000_000 + ((i * 7919) % 99_991)},56.08,60.73,50,2\n`,
).join('')}`
const addresses = `city,street,house,lat,lon\n${Array.from(
  { length: 30_000 },
  (_, i) => `Образцовск,Улица ${(i * 7919) % 9973},${i},56.08,60.73\n`,
).join('')}`

describe('how far a file is read', () => {
  for (const [name, text, read] of [
    ['comparables', comparables, readComparableFile],
    ['addresses', addresses, readAddressFile],
  ] as const) {
    for (const packed of [false, true]) {
      it(`grows from nothing to all of the ${packed ? 'packed ' : ''}${name}`, async () => {
        const path = join(folder, `${name}${packed ? '.gz' : '.csv'}`)
        writeFileSync(path, packed ? gzipSync(text) : text)
        const position = filePosition(path)
        assert.equal(position.share(), null)
        const rows =
          read === readAddressFile
            ? readAddressFile(path, { watch: position.watch })
            : readComparableFile(path, {}, { watch: position.watch })
        const shares: number[] = []
        for await (const _row of rows) shares.push(position.share() ?? Number.NaN)
        assert.equal(shares.length, 30_000)
        assert.deepEqual(
          shares,
          shares.toSorted((a, b) => a - b),
        )
        assert.ok((shares[0] ?? 1) < 0.8, `began at ${shares[0]}`)
        assert.equal(shares.at(-1), 1)
      })
    }
  }

  it('is never more than all of it, though more is written to it meanwhile', () => {
    const path = join(folder, 'grown.csv')
    writeFileSync(path, 'x,y\n')
    const position = filePosition(path)
    position.watch({ bytesRead: 6 })
    assert.equal(position.share(), 1)
  })

  it('is not known of a file that is not there, cannot be reached, or has no length', () => {
    const loop = join(folder, 'loop')
    symlinkSync(loop, loop)
    const empty = join(folder, 'empty')
    writeFileSync(empty, '')
    for (const path of [join(folder, 'none'), loop, empty]) {
      const position = filePosition(path)
      position.watch({ bytesRead: 5 })
      assert.equal(position.share(), null, path)
    }
  })
})
