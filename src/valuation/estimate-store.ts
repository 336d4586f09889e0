// The table `estimates`: every answer kept whole, found by id and listed by owner.
import type { Database } from '../db/database.ts'
import { cutPage, newestFirst, type Page, type PageRequest } from '../db/newest-first.ts'
import type { IsoTime, MainTables } from '../db/tables.ts'
import type { VisibleOwners } from '../gate/visibility.ts'

export interface StoredEstimate {
  readonly id: string
  readonly owner: string
  readonly createdAt: IsoTime
  readonly status: string
  /** The whole response, JSON text. */
  readonly body: string
}

export interface EstimateStore {
  add(estimate: StoredEstimate): Promise<void>
  find(id: string, owners: VisibleOwners): Promise<StoredEstimate | undefined>
  /** Newest first. */
  list(owners: VisibleOwners, page: PageRequest): Promise<Page<StoredEstimate>>
}

const COLUMNS = ['estimate_id', 'owner', 'created_at', 'status', 'body'] as const

export function createEstimateStore(database: Database<MainTables>): EstimateStore {
  const insert = database.prepare<MainTables['estimates'], unknown>((query, argument) =>
    query.insertInto('estimates').values({
      estimate_id: argument('estimate_id'),
      owner: argument('owner'),
      created_at: argument('created_at'),
      status: argument('status'),
      body: argument('body'),
    }),
  )
  const visible = (owners: VisibleOwners) =>
    database.query
      .selectFrom('estimates')
      .select([...COLUMNS])
      .$if(owners !== 'all', (query) => query.where('owner', 'in', owners as readonly string[]))

  return {
    async add({ id, owner, createdAt, status, body }) {
      await insert({ estimate_id: id, owner, created_at: createdAt, status, body })
    },
    async find(id, owners) {
      const row = await visible(owners).where('estimate_id', '=', id).executeTakeFirst()
      return row && rowToEstimate(row)
    },
    async list(owners, page) {
      const rows = await newestFirst(visible(owners), 'estimate_id', page).execute()
      return cutPage(rows.map(rowToEstimate), page.limit)
    },
  }
}

function rowToEstimate(row: MainTables['estimates']): StoredEstimate {
  return {
    id: row.estimate_id,
    owner: row.owner,
    createdAt: row.created_at,
    status: row.status,
    body: row.body,
  }
}
