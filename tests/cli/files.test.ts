// Commands that read a file of the user's: what is broken in it, or about it, is told in a line, and
// what is whole gets in.
import assert from 'node:assert/strict'
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradein-files-'))
after(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const HEADER = 'source_id,kind,date,price_rub,lat,lon,address,area_m2,rooms'
const sale = (id: string, priceRub: number | string, address = '"Мира, 1"') =>
  `${id},deal,2024-01-02,${priceRub},55.1,37.1,${address},50,2`

async function pricesIn(url: Parameters<typeof openDatabase>[0]): Promise<unknown> {
  const database = await openDatabase<MainTables>(url, { poolSize: 1 })
  const { rows } = await sql<{ source_id: string; price_rub: number }>`
    select source_id, price_rub from comparables order by source_id`.execute(database.query)
  await database.close()
  return rows.map(({ source_id, price_rub }) => [source_id, price_rub])
}

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

for (const engine of ENGINES) {
  describe(`import comparables on ${engine}`, () => {
    it('takes what is whole, gives back what is broken, and replaces what is there', async () => {
      const database = await makeDatabase(engine)
      const environment = { DATABASE_URL: database.variable }
      const file = fileOf(`half-${engine}.csv`, [
        HEADER,
        sale('a', 5_000_000),
        sale('b', 6_000_000, '"Мира, 2'),
        sale('c', 'дорого'),
        sale('d', 7_000_000, '"Мира\n4"'),
        sale('e', 7_000_000).replace('2024', '2124'),
      ])
      const run = await runCommand(['import', 'comparables', file, '--json'], environment)
      assert.equal(run.code, 0, run.err)
      assert.deepEqual(JSON.parse(run.out), {
        read: 5,
        accepted: 2,
        rejected: 3,
        demo_removed: 0,
        rejects_file: `${file}.rejects.csv`,
      })
      assert.deepEqual(readFileSync(`${file}.rejects.csv`, 'utf8').trim().split('\n'), [
        `rejected_line,rejected_reason,rejected_text,${HEADER}`,
        `3,a quote is opened and not closed,"${sale('b', 6_000_000, '""Мира, 2')}"`,
        `4,price_rub: not a number: дорого,,${sale('c', 'дорого')}`,
        `7,date: in the future,,${sale('e', 7_000_000).replace('2024', '2124')}`,
      ])
      const again = fileOf(`again-${engine}.csv`, [HEADER, sale('d', 7_500_000)])
      assert.equal((await runCommand(['import', 'comparables', again], environment)).code, 0)
      assert.deepEqual(await pricesIn(database.url), [
        ['a', 5_000_000],
        ['d', 7_500_000],
      ])
      await database.remove()
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

  for (const [what, kind, name, content, rows] of [
    [
      'a gzip that was not fetched to its end',
      'comparables',
      'cut.csv.gz',
      sales.subarray(0, -9_000),
      1_500,
    ],
    [
      'a gzip that was spoilt',
      'comparables',
      'spoilt.csv.gz',
      Buffer.from(sales).fill(0xff, 30_000, 30_050),
      1_500,
    ],
    ['GeoJSON with a fault', 'addresses', 'fault.geojson', broken, 3],
    ['GeoJSON that was cut', 'addresses', 'cut.geojson', broken.slice(0, -5), 3],
    [
      'features by themselves with a fault',
      'addresses',
      'fault.geojsonl',
      `${features.join('\n')}\n{"type":Feature}`,
      4,
    ],
  ] as const) {
    it(`is imported up to the break, is told with its counts, and ends with 1: ${what}`, async () => {
      const database = await makeDatabase('sqlite')
      const file = join(folder, name)
      writeFileSync(file, content)
      const environment = { DATABASE_URL: database.variable }
      const { code, out, err } = await runCommand(['import', kind, file, '--json'], environment)
      assert.equal(code, 1)
      const { read, accepted, rejected, error } = JSON.parse(out) as Record<string, unknown>
      assert.match(String(error), /^The file (cannot be read|is not GeoJSON): /)
      assert.equal(
        err,
        `${file}: ${error} Imported ${accepted} rows before the file broke off. Fetch it whole and run again.\n`,
      )
      assert.ok(Number(accepted) >= rows, `${accepted}`)
      assert.ok((await rowsIn(database.url, kind)) >= rows)
      const again = await runCommand(['import', kind, file], environment)
      assert.equal(again.code, 1)
      assert.match(
        again.out,
        new RegExp(`^Imported ${accepted} of ${read} rows, rejected ${rejected}\\.\\n`),
      )
      await database.remove()
    })
  }
})

describe('a file that a command is given', { concurrency: 2 }, () => {
  const told = async (words: readonly string[], says: RegExp) => {
    const database = await makeDatabase('sqlite')
    const { code, err } = await runCommand([...words], { DATABASE_URL: database.variable })
    await database.remove()
    assert.equal(code, 1, err)
    assert.match(err, says)
    assert.equal(err.trim().split('\n').length, 1, err)
  }
  const nowhere = join(folder, 'nowhere.csv')

  for (const words of [
    ['import', 'comparables'],
    ['import', 'addresses'],
    ['import', 'parcels'],
    ['evaluate', '--folds', '3', '--file'],
  ]) {
    it(`is named when it cannot be read: ${words.join(' ')}`, async () => {
      await told([...words, nowhere], /nowhere\.csv cannot be read/)
      await told([...words, folder], /cannot be read/)
    })

    it(`is named when it is no such file: ${words.join(' ')}`, async () => {
      const cut = join(folder, `cut-${words.join('-')}.csv.gz`)
      writeFileSync(cut, Buffer.from('1f8b0800000000000003', 'hex'))
      await told([...words, cut], /cut-.*(cannot be read|is empty)/)
    })
  }

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
    const database = await makeDatabase('sqlite')
    const notes = fileOf('notes.csv', [`${HEADER},note,note`, `${sale('a', 5_000_000)},x,y`])
    const run = await runCommand(['import', 'comparables', notes], {
      DATABASE_URL: database.variable,
    })
    assert.equal(run.code, 0, run.err)
    await database.remove()
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

describe('the file of rejected rows', { concurrency: 2 }, () => {
  const lines = [HEADER, sale('a', 5_000_000), sale('b', 'дорого')]

  for (const [how, rejectsFor] of [
    ['its path', (file: string) => file],
    [
      'another path',
      (file: string) =>
        join(folder, '..', folder.split('/').at(-1) ?? '', file.slice(folder.length)),
    ],
    [
      'a symbolic link',
      (file: string) => {
        symlinkSync(file, `${file}.soft`)
        return `${file}.soft`
      },
    ],
    [
      'a hard link',
      (file: string) => {
        linkSync(file, `${file}.hard`)
        return `${file}.hard`
      },
    ],
    [
      'what it is called until it is whole',
      (file: string) => {
        symlinkSync(file, `${file}.whole.part`)
        return `${file}.whole`
      },
    ],
  ] as const) {
    it(`is never the imported file itself, named by ${how}`, async () => {
      const file = fileOf(`itself by ${how}.csv`, lines)
      const whole = readFileSync(file, 'utf8')
      const rejects = rejectsFor(file)
      for (const more of [[], ['--dry-run']]) {
        // The database is nowhere: the command ends before it opens anything.
        const { code, err } = await runCommand(
          ['import', 'comparables', file, '--rejects', rejects, ...more],
          { DATABASE_URL: 'sqlite:/nowhere/at/all' },
        )
        assert.equal(code, 1, err)
        assert.match(
          err,
          /is the file to import itself\. Name another place with --rejects FILE\.\n$/,
        )
        assert.equal(readFileSync(file, 'utf8'), whole)
      }
    })
  }

  it('is imported by itself once its rows are corrected, and again what is still wrong', async () => {
    const database = await makeDatabase('sqlite')
    const environment = { DATABASE_URL: database.variable }
    const importing = async (file: string) => {
      const { code, out, err } = await runCommand(
        ['import', 'comparables', file, '--json'],
        environment,
      )
      assert.equal(code, 0, err)
      return JSON.parse(out) as Record<string, unknown>
    }
    const file = fileOf('to-correct.csv', [
      HEADER.replaceAll(',', ';'),
      sale('a', 5_000_000).replaceAll(',', ';'),
      sale('b', 'дорого').replaceAll(',', ';'),
      sale('c', 'дёшево').replaceAll(',', ';'),
    ])
    const rejects = `${file}.rejects.csv`
    assert.deepEqual(await importing(file), {
      read: 3,
      accepted: 1,
      rejected: 2,
      demo_removed: 0,
      rejects_file: rejects,
    })
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace(',дорого,', ',6000000,'))
    const second = await importing(rejects)
    assert.deepEqual([second.accepted, second.rejected], [1, 1])
    const again = `${rejects}.rejects.csv`
    assert.deepEqual(readFileSync(again, 'utf8').trim().split('\n'), [
      `rejected_line,rejected_reason,rejected_text,${HEADER}`,
      `3,price_rub: not a number: дёшево,,${sale('c', 'дёшево').replaceAll('"Мира, 1"', 'Мира; 1')}`,
    ])
    assert.deepEqual(await pricesIn(database.url), [
      ['a', 5_000_000],
      ['b', 6_000_000],
    ])
    await database.remove()
  })

  it('does not outlive a run that refuses nothing, and a dry run writes only where it is asked to', async () => {
    const database = await makeDatabase('sqlite')
    const environment = { DATABASE_URL: database.variable }
    const file = fileOf('stale.csv', lines)
    const rejects = `${file}.rejects.csv`
    const importing = async (...more: readonly string[]) => {
      const run = await runCommand(['import', 'comparables', file, ...more], environment)
      assert.equal(run.code, 0, run.err)
      return run.out
    }
    assert.match(await importing('--dry-run'), /rejected 1\.\nName a file with --rejects/)
    assert.equal(existsSync(rejects), false)
    await importing('--dry-run', '--rejects', `${file}.asked`)
    assert.match(readFileSync(`${file}.asked`, 'utf8'), /дорого/)
    await importing()
    const stale = readFileSync(rejects, 'utf8')
    // A run that cannot begin: the rows may have been corrected in the file meanwhile.
    writeFileSync(file, 'price\n1\n')
    assert.equal((await runCommand(['import', 'comparables', file], environment)).code, 1)
    assert.equal(readFileSync(rejects, 'utf8'), stale)
    writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n`)
    await importing('--dry-run')
    assert.equal(readFileSync(rejects, 'utf8'), stale)
    await importing()
    assert.equal(existsSync(rejects), false)
    await database.remove()
  })

  it('is put in place when it is whole, through a link, and nothing is left beside it', async () => {
    const database = await makeDatabase('sqlite')
    const file = fileOf('linked.csv', lines)
    const beside = mkdtempSync(join(folder, 'beside-'))
    const target = join(beside, 'target.csv')
    writeFileSync(target, 'older\n')
    const link = join(folder, 'linked-rejects.csv')
    symlinkSync(target, link)
    const environment = { DATABASE_URL: database.variable }
    const run = await runCommand(['import', 'comparables', file, '--rejects', link], environment)
    assert.equal(run.code, 0, run.err)
    assert.match(readFileSync(target, 'utf8'), /not a number: дорого/)
    assert.deepEqual(readdirSync(beside), ['target.csv'])
    assert.equal(existsSync(`${link}.part`), false)
    await database.remove()
  })
})

describe('wrong usage of a command', () => {
  for (const line of [
    'evaluate --file x.csv',
    'evaluate --file x.csv --by building',
    'evaluate --file x.csv --walk-forward',
    'evaluate --file x.csv --test-from 2026-02-31',
    'deliveries retry',
    'deliveries retry --id x',
    'sessions revoke',
  ]) {
    it(`ends with 2 before any database is opened: ${line}`, async () => {
      const { code, err } = await runCommand(line.split(' '), {
        DATABASE_URL: 'sqlite:/nowhere/at/all',
      })
      assert.equal(code, 2, err)
    })
  }
})
