// The table `estimates`: every answer kept whole, found by id and listed by owner. Lists are read
// from columns beside it.
import type { Insertable, Selectable } from 'kysely'
import { cutPage } from '../db/cut-page.ts'
import type { Database } from '../db/database.ts'
import { newestFirst, type Page, type PageRequest } from '../db/newest-first.ts'
import { type Owners, ownedBy } from '../db/owned-by.ts'
import { storableOrNull } from '../db/storable-text.ts'
import type { IsoTime, MainTables } from '../db/tables.ts'

interface EstimateHead {
  readonly id: string
  readonly owner: string
  readonly createdAt: IsoTime
  readonly status: string
}

/** What a list says of an estimate. */
export interface ListedEstimate extends EstimateHead {
  readonly valuationDate: string
  readonly address: string | null
  readonly areaM2: number
  readonly rooms: number
  /** null = no value. */
  readonly marketRub: number | null
  /** Whether that is a price asked or paid. */
  readonly basis: string | null
  readonly level: number | null
  /** Made from the demonstration town. */
  readonly isDemo: boolean
}

interface StoredEstimate extends EstimateHead {
  /** The whole response, JSON text. */
  readonly body: string
}

export interface EstimateStore {
  add(estimate: StoredEstimate & ListedEstimate): Promise<void>
  find(id: string, owners: Owners): Promise<StoredEstimate | undefined>
  /** Newest first. */
  list(owners: Owners, page: PageRequest): Promise<Page<ListedEstimate>>
}

const HEAD = ['estimate_id', 'owner', 'created_at', 'status'] as const
const SUMMARY = [
  'valuation_date',
  'address',
  'area_m2',
  'rooms',
  'market_rub',
  'basis',
  'level',
  'is_demo',
] as const

export function createEstimateStore(database: Database<MainTables>): EstimateStore {
  const insert = database.prepare<Required<Insertable<MainTables['estimates']>>, unknown>(
    (query, argument) =>
      query.insertInto('estimates').values({
        estimate_id: argument('estimate_id'),
        owner: argument('owner'),
        created_at: argument('created_at'),
        status: argument('status'),
        body: argument('body'),
        valuation_date: argument('valuation_date'),
        address: argument('address'),
        area_m2: argument('area_m2'),
        rooms: argument('rooms'),
        market_rub: argument('market_rub'),
        basis: argument('basis'),
        level: argument('level'),
        is_demo: argument('is_demo'),
      }),
  )
  const { engine, query } = database
  const table = { engine, name: 'estimates', idColumn: 'estimate_id' } as const

  return {
    async add(estimate) {
      await insert({
        estimate_id: estimate.id,
        owner: estimate.owner,
        created_at: estimate.createdAt,
        status: estimate.status,
        body: estimate.body,
        valuation_date: estimate.valuationDate,
        address: storableOrNull(estimate.address),
        area_m2: estimate.areaM2,
        rooms: estimate.rooms,
        market_rub: estimate.marketRub,
        basis: estimate.basis,
        level: estimate.level,
        is_demo: estimate.isDemo,
      })
    },
    async find(id, owners) {
      const row = await query
        .selectFrom('estimates')
        .select([...HEAD, 'body'])
        .where('estimate_id', '=', id)
        .where(ownedBy(engine, owners))
        .executeTakeFirst()
      return row && { ...rowToHead(row), body: row.body }
    },
    async list(owners, page) {
      const all = query.selectFrom('estimates').select([...HEAD, ...SUMMARY])
      const rows = await newestFirst(all, table, owners, page).execute()
      return cutPage(rows.map(rowToListed), page.limit)
    },
  }
}

type Row<Column extends keyof MainTables['estimates']> = Pick<
  Selectable<MainTables['estimates']>,
  Column
>

function rowToHead(row: Row<(typeof HEAD)[number]>): EstimateHead {
  return {
    id: row.estimate_id,
    owner: row.owner,
    createdAt: row.created_at,
    status: row.status,
  }
}

function rowToListed(row: Row<(typeof HEAD)[number] | (typeof SUMMARY)[number]>): ListedEstimate {
  return {
    ...rowToHead(row),
    valuationDate: row.valuation_date,
    address: row.address,
    areaM2: row.area_m2,
    rooms: row.rooms,
    marketRub: row.market_rub,
    basis: row.basis,
    level: row.level,
    isDemo: Boolean(row.is_demo),
  }
}
