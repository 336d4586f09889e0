// Commands that read a file of the user's: what is broken in it, or about it, is told in a line,
// and what is whole gets in.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { DAY_MS, isoDate } from '../../src/iso-time.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { filesIn, HEADER, pricesIn, sale, TODAY } from './sale-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradein-files-'))
after(() => rmSync(folder, { recursive: true }))
const fileOf = filesIn(folder)

async function rowsIn(
  url: Parameters<typeof openDatabase>[0],
  table: 'comparables' | 'addresses',
): Promise<number> {
  const database = await openDatabase<MainTables>(url, { poolSize: 1 })
  const { count } = await database.query
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  await database.close()
  return Number(count)
}

describe('an import of old sales', () => {
  it('says that no estimate of today uses them', async () => {
    await using database = await makeDatabase('sqlite')
    const said = async (date: string, ...options: string[]) => {
      const file = fileOf('dated.csv', [HEADER, sale('a', 5_000_000).replace(TODAY, date)])
      const words = ['import', 'comparables', file, '--dry-run', ...options]
      return (await runCommand(words, { DATABASE_URL: database.variable })).out
    }
    const advice = /^The newest row is of 2021-10-01\. .* none of these\.$/m
    assert.match(await said('2021-10-01'), advice)
    assert.match(JSON.parse(await said('2021-10-01', '--json')).advice.join(), advice)
    assert.doesNotMatch(await said(TODAY), /newest row/)
  })
})

describe('an import of sales to come', () => {
  it('takes those of tomorrow, which it is somewhere already, and none of later', async () => {
    await using database = await makeDatabase('sqlite')
    const inDays = (days: number) => isoDate(Date.now() + days * DAY_MS)
    const sales = [1, 3].map((days) => sale(`${days}`, 5_000_000).replace(TODAY, inDays(days)))
    const file = fileOf('to-come.csv', [HEADER, ...sales])
    const words = ['import', 'comparables', file, '--dry-run']
    const { out } = await runCommand(words, { DATABASE_URL: database.variable })
    assert.match(out, /^Checked 1 of 2 rows, rejected 1\.\nThe first \(rejected_line 3\): /)
  })
})

describe('an import of any kind', () => {
  it('says the medians of its rows that have a figure, and none where none has', async () => {
    await using database = await makeDatabase('sqlite')
    const said = async (kind: string, name: string, lines: readonly string[]) => {
      const words = ['import', kind, fileOf(name, lines), '--dry-run']
      return (await runCommand(words, { DATABASE_URL: database.variable })).out
    }
    const sales = [HEADER, sale('a', 5_000_000), sale('b', 7_000_000), sale('c', 'дорого')]
    assert.match(
      await said('comparables', 'medians.csv', sales),
      /^Medians of these rows: price_rub_per_m2 120000, lat 55\.1, lon 37\.1\.$/m,
    )
    const placed = ['city,street,house,lat,lon', 'Тверь,Мира,1,56.85,35.9', 'Тверь,Мира,2,,']
    assert.match(
      await said('addresses', 'medians.csv', placed),
      /^Medians of these rows: lat 56\.85, lon 35\.9\.$/m,
    )
    const unplaced = placed.filter((line) => !line.includes('56.85'))
    assert.doesNotMatch(await said('addresses', 'medians.csv', unplaced), /Medians/)
    const square = [
      [37, 55],
      [37.001, 55],
      [37.001, 55.002],
      [37, 55.002],
      [37, 55],
    ]
    const parcel = {
      type: 'Feature',
      properties: { cadastral_number: '99:01:0000001:1' },
      geometry: { type: 'Polygon', coordinates: [square] },
    }
    const parcels = JSON.stringify({ type: 'FeatureCollection', features: [parcel] })
    assert.match(
      await said('parcels', 'medians.geojson', [parcels]),
      /^Medians of these rows: area_m2 \d{5}(\.\d)?, lat 55\.001, lon 37\.0005\.$/m,
    )
  })
})

for (const engine of ENGINES) {
  describe(`import comparables on ${engine}`, () => {
    it('takes what is whole, gives back what is broken, and replaces what is there', async () => {
      await using database = await makeDatabase(engine)
      const environment = { DATABASE_URL: database.variable }
      const file = fileOf(`half-${engine}.csv`, [
        HEADER,
        sale('a', 5_000_000),
        sale('b', 6_000_000, '"Мира, 2'),
        sale('c', 'дорого'),
        sale('d', 7_000_000, '"Мира\n4"'),
        sale('e', 7_000_000).replace(TODAY, '2124-01-02'),
      ])
      const run = await runCommand(['import', 'comparables', file, '--json'], environment)
      assert.equal(run.code, 0, run.err)
      assert.deepEqual(JSON.parse(run.out), {
        read: 5,
        accepted: 2,
        rejected: 3,
        demo_removed: 0,
        rejects_file: `${file}.rejects.csv`,
        first_rejected: { line: 3, reason: 'a quote is opened and not closed' },
        medians: { price_rub_per_m2: 120_000, lat: 55.1, lon: 37.1 },
        advice: [],
      })
      assert.deepEqual(readFileSync(`${file}.rejects.csv`, 'utf8').trim().split('\n'), [
        `rejected_line,rejected_reason,rejected_text,${HEADER}`,
        `3,a quote is opened and not closed,"${sale('b', 6_000_000, '""Мира, 2')}"`,
        `4,price_rub: not a number: дорого,,${sale('c', 'дорого')}`,
        `7,date: in the future,,${sale('e', 7_000_000).replace(TODAY, '2124-01-02')}`,
      ])
      const again = fileOf(`again-${engine}.csv`, [HEADER, sale('d', 7_500_000)])
      assert.equal((await runCommand(['import', 'comparables', again], environment)).code, 0)
      assert.deepEqual(await pricesIn(database.url), [
        ['a', 5_000_000],
        ['d', 7_500_000],
      ])
    })
  })
}

describe('a file that breaks off', () => {
  const CITIES = ['Тверь', 'Клин', 'Торжок', 'Ржев']
  const features = CITIES.map((city, at) =>
    JSON.stringify({
      type: 'Feature',
      properties: { city, street: 'улица Мира', house: '1' },
      geometry: { type: 'Point', coordinates: [37 + at, 55] },
    }),
  )
  const broken = `{"type":"FeatureCollection","features":[${features.slice(0, 3).join(',')},{"type":Feature,`
  const sales = gzipSync(
    [HEADER, ...Array.from({ length: 5_000 }, (_, at) => sale(`a${at * at}`, 5_000_000 + at))].join(
      '\n',
    ),
  )

  const whole = 'Fetch it whole and run again.'
  const corrected = (feature: number) => `Correct it after feature ${feature} and run again.`

  for (const [what, kind, name, content, rows, move] of [
    [
      'a gzip that was not fetched to its end',
      'comparables',
      'cut.csv.gz',
      sales.subarray(0, -9_000),
      1_500,
      whole,
    ],
    [
      'a gzip that was spoilt',
      'comparables',
      'spoilt.csv.gz',
      Buffer.from(sales).fill(0xff, 30_000, 30_050),
      1_500,
      whole,
    ],
    ['GeoJSON with a fault', 'addresses', 'fault.geojson', broken, 3, corrected(3)],
    ['GeoJSON that was cut', 'addresses', 'cut.geojson', broken.slice(0, -12), 3, whole],
    [
      'GeoJSON that was cut behind a feature',
      'addresses',
      'cut.geojson',
      broken.slice(0, -17),
      3,
      whole,
    ],
    [
      'features by themselves with a fault',
      'addresses',
      'fault.geojsonl',
      `${features.join('\n')}\n{"type":Feature}`,
      4,
      corrected(4),
    ],
  ] as const) {
    it(`is imported up to the break, is told with its counts, and ends with 1: ${what}`, async () => {
      await using database = await makeDatabase('sqlite')
      const file = join(folder, name)
      writeFileSync(file, content)
      const environment = { DATABASE_URL: database.variable }
      const { code, out, err } = await runCommand(['import', kind, file, '--json'], environment)
      assert.equal(code, 1)
      const { read, accepted, rejected, error } = JSON.parse(out) as Record<string, unknown>
      assert.match(String(error), /^The file (cannot be read|is not GeoJSON): /)
      assert.equal(
        err,
        `${file}: ${error} Imported ${accepted} rows before the file broke off. ${move}\n`,
      )
      assert.ok(Number(accepted) >= rows, `${accepted}`)
      assert.ok((await rowsIn(database.url, kind)) >= rows)
      const again = await runCommand(['import', kind, file], environment)
      assert.equal(again.code, 1)
      assert.match(
        again.out,
        new RegExp(`^Imported ${accepted} of ${read} rows, rejected ${rejected}\\.\\n`),
      )
    })
  }
})

describe('a file that a command is given', { concurrency: 2 }, () => {
  const told = async (words: readonly string[], says: RegExp) => {
    await using database = await makeDatabase('sqlite')
    const { code, err } = await runCommand([...words], { DATABASE_URL: database.variable })
    assert.equal(code, 1, err)
    assert.match(err, says)
    assert.equal(err.trim().split('\n').length, 1, err)
  }
  const nowhere = join(folder, 'nowhere.csv')
  const loop = join(folder, 'loop')
  symlinkSync(loop, loop)

  for (const words of [
    ['import', 'comparables'],
    ['import', 'addresses'],
    ['import', 'parcels'],
    ['evaluate', '--folds', '3', '--file'],
  ]) {
    it(`is named when it cannot be read: ${words.join(' ')}`, async () => {
      await told([...words, nowhere], /nowhere\.csv cannot be read/)
      await told([...words, folder], /cannot be read/)
      await told([...words, loop], /loop cannot be read/)
    })

    it(`is named when it is no such file: ${words.join(' ')}`, async () => {
      const cut = join(folder, `cut-${words.join('-')}.csv.gz`)
      writeFileSync(cut, Buffer.from('1f8b0800000000000003', 'hex'))
      await told([...words, cut], /cut-.*(cannot be read|is empty)/)
    })

    it(`is named when it is a pipe: ${words.join(' ')}`, async () => {
      const pipe = join(folder, `pipe-${words.join('-')}`)
      assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
      // With a writer there, to open it for reading waits for nobody.
      const ends = openSync(pipe, 'r+')
      await told([...words, pipe], /pipe-.* is a pipe, .* Save what comes from it to a file/)
      closeSync(ends)
    })
  }

  it('is said to be of no use where no row of it can be used', async () => {
    const file = fileOf('useless.csv', [HEADER, sale('a', 'дорого'), sale('b', 'дёшево')])
    await told(['import', 'comparables', file], /^No row of .*useless\.csv could be used\.$/m)
  })

  it('is to be fetched again where it breaks off, also for a study', async () => {
    const rows = Array.from({ length: 4_000 }, (_, row) => sale(`x${row}`, 5_000_000 + row))
    const packed = gzipSync([HEADER, ...rows].join('\n'))
    const cut = join(folder, 'cut-study.csv.gz')
    writeFileSync(cut, packed.subarray(0, packed.length - 100))
    const says = /cut-study\.csv\.gz: The file cannot be read: .* Fetch it whole and run again\.$/m
    await told(['evaluate', '--folds', '2', '--file', cut], says)
  })

  it('may be of a source with a name of up to fifty characters', async () => {
    const source = ['--source', 's'.repeat(50)]
    await told(['import', 'comparables', nowhere, ...source], /nowhere\.csv cannot be read/)
  })

  it('is refused with a column twice, which is named, and not for one that is not read', async () => {
    const twice = fileOf('twice.csv', [`${HEADER}, Price_RUB`, `${sale('a', 5_000_000)},4000000`])
    await told(['import', 'comparables', twice], /has the column price_rub more than once\. Keep/)
    const mapped = fileOf('mapped.csv', ['Цена,Цена', '1,2'])
    await told(
      ['import', 'comparables', mapped, '--map', 'price_rub=Цена'],
      /has the column цена more than once/,
    )
    const houses = fileOf('houses.csv', ['street,house,lat,lon,lat', 'улица Мира,1,55,37,56'])
    await told(['import', 'addresses', houses], /has the column lat more than once/)
    const named = fileOf('named.csv', ['street,house,lat,lon,Широта,Широта', 'А,1,55,37,56,56'])
    await told(
      ['import', 'addresses', named, '--map', 'lat=Широта'],
      /has the column широта more than once/,
    )
    await using database = await makeDatabase('sqlite')
    const notes = fileOf('notes.csv', [`${HEADER},note,note`, `${sale('a', 5_000_000)},x,y`])
    const run = await runCommand(['import', 'comparables', notes], {
      DATABASE_URL: database.variable,
    })
    assert.equal(run.code, 0, run.err)
  })

  for (const bad of [1, 3_000]) {
    it(`ends the import when ${bad} rejected rows cannot be written, and says how to go on`, async () => {
      const rows = Array.from({ length: bad }, (_, row) => sale(`x${row}`, 'дорого'))
      const file = fileOf(`bad-${bad}.csv`, [HEADER, ...rows])
      const rejects = join(file, 'rejects.csv')
      await told(
        ['import', 'comparables', file, '--rejects', rejects],
        /cannot be written.*--rejects/,
      )
    })
  }
})
