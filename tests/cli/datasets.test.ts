// `tradein datasets` on both engines: what was imported by mistake is taken back, and nothing else.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addressWriter, readAddresses } from '../../src/addresses/table/address-store.ts'
import { createDatasetStore, DEMO_SOURCE } from '../../src/datasets/dataset-store.ts'
import { MADE_UP_HOUSE } from '../addresses/made-up-house.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES } from '../support/databases.ts'
import { openTestStores, type TestStores } from '../support/stores.ts'

for (const engine of ENGINES) {
  describe(`datasets on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tradein-datasets-'))
    let stores: TestStores

    before(async () => {
      stores = await openTestStores(engine)
    })
    after(async () => {
      await stores[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    })

    const run = (...words: readonly string[]) =>
      runCommand(words, { DATABASE_URL: stores.database.variable })
    const importing = async (source: string, rows: readonly string[]) => {
      const file = join(folder, 'addresses.csv')
      writeFileSync(file, `${['city,street,house,lat,lon', ...rows].join('\n')}\n`)
      const { code, out, err } = await run('import', 'addresses', file, '--source', source)
      assert.equal(code, 0, err)
      return out
    }
    const listed = async () => {
      const { code, out, err } = await run('datasets', 'list', '--json')
      assert.equal(code, 0, err)
      return JSON.parse(out) as unknown
    }
    const row = (source: string, rows: number, used = true) => ({
      dataset: 'addresses',
      source,
      rows,
      used,
    })
    const version = async () => (await createDatasetStore(stores.main).current('addresses')).version
    const cities = async () => {
      const found = await Array.fromAsync(readAddresses(stores.main))
      return [...new Set(found.map(({ city }) => city))]
    }

    it('are said, at an import, to lack a city, and how to give them one', async () => {
      const file = join(folder, 'cityless.csv')
      writeFileSync(file, 'street,house,lat,lon\nЛесная улица,1,57,33\nЛесная улица,2,57,33\n')
      const words = ['import', 'addresses', file, '--dry-run'] as const
      assert.match(
        (await run(...words)).out,
        /^Rows without a city: 2\. To .* by it, import with --city NAME\.$/mu,
      )
      assert.doesNotMatch((await run(...words, '--city', 'Тверь')).out, /without a city/u)
    })

    it('are said, at an import, to lack a house or a street if none has one', async () => {
      const file = join(folder, 'houseless.geojson')
      const feature = { type: 'Feature', properties: { street: 'Лесная улица', number: 1 } }
      writeFileSync(file, JSON.stringify(feature))
      const words = ['import', 'addresses', file, '--dry-run'] as const
      assert.match((await run(...words)).out, /^No row has a house\. .*: --map house=NAME\.$/mu)
      const named = await run(...words, '--map', 'house=number')
      assert.doesNotMatch(named.out, /No row has/u)
      // A list of cities has neither.
      const cities = join(folder, 'cities.csv')
      writeFileSync(cities, 'city,population,lat,lon\nКимры,46000,56.9,37.4')
      const listed = await run('import', 'addresses', cities, '--dry-run')
      assert.match(listed.out, /^Checked 1 of 1 rows/)
      assert.doesNotMatch(listed.out, /No row has/u)
    })

    it('are said, at an import, to have replaced others of the same file, as far as is known', async () => {
      const file = join(folder, 'twice.csv')
      const rows = ['1', '2', '1', '1'].map((house) => `Лесная улица,${house},57,33`)
      writeFileSync(file, ['street,house,lat,lon', ...rows].join('\n'))
      const words = ['import', 'addresses', file, '--city', 'Кимры', '--source', 'twice'] as const
      const said =
        /^Rows of the source "twice" now: 2\. At least 2 of the file replaced an earlier one/m
      assert.match((await run(...words)).out, said)
      assert.doesNotMatch((await run(...words, '--dry-run')).out, /Rows of the source/)
      await run('datasets', 'remove', 'addresses', '--source', 'twice', '--yes')
    })

    it('are listed by their sources, also what lies unused beside the demonstration town', async () => {
      const writer = addressWriter(stores.main, stores.clock)
      await writer.put([{ source: DEMO_SOURCE, address: { ...MADE_UP_HOUSE, city: 'Примерск' } }])
      await writer.put([{ source: 'cut', address: MADE_UP_HOUSE }])
      assert.deepEqual(await listed(), [row('cut', 1, false), row('demo', 1)])
      assert.match((await run('datasets', 'list')).out, /cut +1 +no: not imported whole/)
      const before = await version()
      const { code, out } = await run('datasets', 'remove', 'addresses', '--source', 'cut', '--yes')
      assert.equal(code, 0)
      assert.match(out, /^Removed 1 addresses of the source "cut"\.\n$/)
      assert.equal(await version(), before)
    })

    it('are told and kept without --yes', async () => {
      const houses = Array.from(
        { length: 2_300 },
        (_, house) => `,улица Мира,${house + 1},56.8,35.9`,
      )
      const said = await importing('import', [...houses, 'Клин,улица Мира,1,56.3,36.7'])
      assert.match(
        said,
        /^Rows without a city: 2300\. .* remove addresses --source import --city ''\)/mu,
      )
      await importing('other', ['Ржев,улица Мира,1,56.2,34.3'])
      const before = await version()
      const asked = await run('datasets', 'remove', 'addresses', '--source', 'import')
      assert.equal(asked.code, 1)
      assert.match(asked.err, /^This would remove 2301 addresses .* Say --yes to remove them\.\n$/)
      assert.deepEqual(await listed(), [row('import', 2_301), row('other', 1)])
      assert.equal(await version(), before)
      const odd = await importing('my list', [',улица Лесная,1,56.8,35.9'])
      assert.match(odd, / remove addresses --source 'my list' --city ''\)/u)
      await run('datasets', 'remove', 'addresses', '--source', 'my list', '--yes')
    })

    it('lose the rows of one city or of none, and the version moves', async () => {
      const before = await version()
      const words = ['datasets', 'remove', 'addresses', '--source', 'import', '--yes', '--json']
      const { code, out, err } = await run(...words, '--city', '')
      assert.equal(code, 0, err)
      assert.deepEqual(JSON.parse(out), { removed: 2_300 })
      assert.ok((await version()) > before)
      assert.deepEqual(await cities(), ['Клин', 'Ржев'])
    })

    it('lose all rows of one source and no other', async () => {
      const words = ['datasets', 'remove', 'addresses', '--source', 'import', '--yes'] as const
      assert.equal((await run(...words)).code, 0)
      assert.deepEqual(await listed(), [row('other', 1)])
      const again = await run(...words)
      assert.equal(again.code, 1)
      assert.match(again.err, /^There are no addresses of the source "import"\. .*list/)
    })

    it('are not touched by wrong usage', async () => {
      for (const line of [
        'datasets remove addresses',
        'datasets remove houses --source import',
        'datasets remove parcels --source import --city Тверь',
        'datasets remove addresses --source demo --yes',
      ]) {
        assert.equal((await run(...line.split(' '))).code, 2, line)
      }
      assert.deepEqual(await listed(), [row('other', 1)])
    })

    it('go over to the source that brings an address again, as the help says', async () => {
      await importing('later', ['Ржев,улица Мира,1,56.2,34.3'])
      assert.deepEqual(await listed(), [row('later', 1)])
      const helpOf = async (dataset: string) =>
        (await run('import', dataset, '--help')).out.replace(/\s+/g, ' ')
      assert.match(await helpOf('addresses'), /come from; an address of another source is replaced/)
      assert.match(await helpOf('parcels'), /come from; a parcel of another source is replaced/)
      assert.match(await helpOf('comparables'), /come from; ids are unique within it/)
    })
  })
}
