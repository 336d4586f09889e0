// `evaluate`: a file with its own names of columns.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { RatioStudy } from '../../../src/valuation/study/study-figures.ts'
import { runCommand } from '../../support/commands.ts'
import { town } from '../synthetic-market.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradein-evaluate-'))
after(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'foreign.csv')
writeFileSync(
  file,
  [
    'id,kind,date,cost,lat,lon,area_m2,rooms',
    ...town({ rows: 200 }).map((one) =>
      [
        one.sourceId,
        one.kind,
        one.date,
        one.priceRub,
        one.lat,
        one.lon,
        one.areaM2,
        one.rooms,
      ].join(),
    ),
  ].join('\n'),
)
const evaluate = (...words: string[]) =>
  runCommand(['evaluate', '--file', file, '--folds', '2', '--json', ...words], {})

describe('evaluate', () => {
  it('reads columns under the names that --map gives them', async () => {
    const { code, out, err } = await evaluate('--map', 'source_id=id', '--map', 'price_rub=cost')
    assert.equal(code, 0, err)
    const study = JSON.parse(out)
    assert.equal(study.rows.read, 200)
    assert.equal(study.rows.rejected, 0)
    assert.ok(study.n > 100)
  })

  it('shows nothing of the file that steers a terminal', async () => {
    const hostile = join(folder, 'hostile.csv')
    const kind = 'deal\u001b[2J\u202e'
    writeFileSync(
      hostile,
      `source_id,kind,date,price_rub,lat,lon,area_m2,rooms\na,${kind},2024-01-02,1,55,37,50,2\n`,
    )
    const { code, err } = await evaluate('--file', hostile)
    assert.equal(code, 1)
    assert.match(err, /the first in line 2: kind: unknown value: deal\?\[2J\? \(known/)
  })

  it('refuses a date in the future, as an import does', async () => {
    const later = join(folder, 'later.csv')
    const rows = readFileSync(file, 'utf8').split('\n')
    writeFileSync(later, [...rows, rows[1]?.replace(/^t0,(\w+),\d{4}/, 'late,$1,2124')].join('\n'))
    const map = ['--map', 'source_id=id', '--map', 'price_rub=cost']
    const { out, err } = await evaluate('--file', later, ...map)
    const study = JSON.parse(out)
    assert.deepEqual([study.rows.read, study.rows.rejected], [201, 1], err)
    assert.deepEqual(study.first_rejected, { line: 202, reason: 'date: in the future' })
  })

  it('says why where no row of the file can be taken', async () => {
    const empty = join(folder, 'no-places.csv')
    writeFileSync(empty, readFileSync(file, 'utf8').replaceAll(/\d+\.\d+,\d+\.\d+,/g, ',,'))
    const map = ['--map', 'source_id=id', '--map', 'price_rub=cost']
    const { code, err } = await evaluate('--file', empty, ...map)
    assert.equal(code, 1)
    assert.match(err, /^All 200 rows are rejected, the first in line 2: lat: .+\.$/m)
  })

  it('prints the errors by confidence level too', async () => {
    const words = ['--folds', '2', '--map', 'source_id=id', '--map', 'price_rub=cost']
    const { code, out, err } = await runCommand(['evaluate', '--file', file, ...words], {})
    assert.equal(code, 0, err)
    const [figures = '', levels = ''] = out.split('\n\n')
    const n = Number(/^n +(\d+)$/m.exec(figures)?.[1])
    const [heading, ...rows] = levels.trimEnd().split('\n')
    assert.match(heading ?? '', /^LEVEL +N +MDAPE +PE10$/)
    for (const row of rows) assert.match(row, /^[1-7] +\d+ +0\.\d+ +[01](\.\d+)?$/)
    assert.equal(
      rows.reduce((sum, row) => sum + Number(row.split(/ +/)[1]), 0),
      n,
    )
  })

  it('shows every figure of a file too small for an estimate, those that there are not as a dash', async () => {
    const small = join(folder, 'small.csv')
    writeFileSync(small, readFileSync(file, 'utf8').split('\n').slice(0, 3).join('\n'))
    const words = ['--folds', '2', '--map', 'source_id=id', '--map', 'price_rub=cost']
    const { code, out, err } = await runCommand(['evaluate', '--file', small, ...words], {})
    assert.equal(code, 0, err)
    assert.match(out, /^n +0$/m)
    for (const figure of ['mdape', 'pe10', 'median_ratio', 'coverage 0.8']) {
      assert.match(out, new RegExp(`^${figure} +-$`, 'm'))
    }
    assert.doesNotMatch(out, /first_rejected/)
  })

  it('splits as it is told: by rows or buildings, by one date or month after month', async () => {
    const study = async (...words: string[]) => {
      const map = ['--map', 'source_id=id', '--map', 'price_rub=cost']
      const line = ['evaluate', '--file', file, '--json', ...map, ...words]
      const { code, out, err } = await runCommand(line, {})
      assert.equal(code, 0, err)
      return JSON.parse(out) as RatioStudy
    }
    const byRow = await study('--folds', '2')
    const byBuilding = await study('--folds', '2', '--by', 'building')
    assert.deepEqual([byRow.fits, byBuilding.fits], [2, 2])
    assert.notEqual(byRow.mdape, byBuilding.mdape)
    const dates = town({ rows: 200 }).map(({ date }) => date)
    const testFrom = dates.toSorted()[180] as string
    const later = dates.filter((date) => date >= testFrom)
    const months = new Set(later.map((date) => date.slice(0, 'YYYY-MM'.length))).size
    assert.ok(months > 1)
    const once = await study('--test-from', testFrom)
    const monthly = await study('--test-from', testFrom, '--walk-forward')
    assert.deepEqual([once.fits, monthly.fits], [1, months])
    assert.deepEqual([once.rows.tested, monthly.rows.tested], [later.length, later.length])
  })

  it('names the columns that it misses without --map, and those that are there', async () => {
    const { code, err } = await evaluate()
    assert.equal(code, 1, err)
    assert.match(
      err,
      /lacks the columns source_id, price_rub.* It begins: .*, lat, lon, .*--map column=name/,
    )
  })

  it('ends with 2 for a column that the schema does not have', async () => {
    const { code, err } = await evaluate('--map', 'price=cost')
    assert.equal(code, 2, err)
    assert.match(err, /column=name with one of the columns source_id,/)
  })
})
