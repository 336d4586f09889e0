// The file of the rows that an import rejects: where it is written, when, and that it can be
// imported.
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
import { runCommand } from '../support/commands.ts'
import { makeDatabase } from '../support/databases.ts'
import { filesIn, HEADER, pricesIn, sale } from './sale-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradein-rejects-'))
after(() => rmSync(folder, { recursive: true }))
const fileOf = filesIn(folder)

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
    await using database = await makeDatabase('sqlite')
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
      first_rejected: { line: 3, reason: 'price_rub: not a number: дорого' },
      medians: { price_rub_per_m2: 100_000, lat: 55.1, lon: 37.1 },
      advice: [],
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
  })

  it('does not outlive a run that refuses nothing, and a dry run writes only where it is asked to', async () => {
    await using database = await makeDatabase('sqlite')
    const environment = { DATABASE_URL: database.variable }
    const file = fileOf('stale.csv', lines)
    const rejects = `${file}.rejects.csv`
    const importing = async (...more: readonly string[]) => {
      const run = await runCommand(['import', 'comparables', file, ...more], environment)
      assert.equal(run.code, 0, run.err)
      return run.out
    }
    const medians = 'Medians of these rows: price_rub_per_m2 100000, lat 55.1, lon 37.1.\n'
    assert.equal(
      await importing('--dry-run'),
      'Checked 1 of 2 rows, rejected 1.\n' +
        'The first (rejected_line 3): price_rub: not a number: дорого.\n' +
        'Name a file with --rejects to see them with their reasons.\n' +
        medians,
    )
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
    assert.equal(await importing(), `Imported 1 of 1 rows, rejected 0.\n${medians}`)
    assert.equal(existsSync(rejects), false)
  })

  it('is put in place when it is whole, through a link, and nothing is left beside it', async () => {
    await using database = await makeDatabase('sqlite')
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
  })
})
