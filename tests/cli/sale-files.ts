// Files of made-up sales for commands to read, and the prices that got into a database. Made in the
// folder of the test that asks.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'

export const HEADER = 'source_id,kind,date,price_rub,lat,lon,address,area_m2,rooms'

/** The date of the sales: an import of old ones has more to say. */
export const TODAY = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)

export const sale = (id: string, priceRub: number | string, address = '"Мира, 1"') =>
  `${id},deal,${TODAY},${priceRub},55.1,37.1,${address},50,2`

/** Gives the function that writes a file of these lines into the folder. @returns its path */
export const filesIn =
  (folder: string) =>
  (name: string, lines: readonly string[]): string => {
    const path = join(folder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }

export async function pricesIn(url: Parameters<typeof openDatabase>[0]): Promise<unknown> {
  const database = await openDatabase<MainTables>(url, { poolSize: 1 })
  const { rows } = await sql<{ source_id: string; price_rub: number }>`
    select source_id, price_rub from comparables order by source_id`.execute(database.query)
  await database.close()
  return rows.map(({ source_id, price_rub }) => [source_id, price_rub])
}
