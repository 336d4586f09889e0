// The table `estimates`: every answer kept whole, found by id and listed by owner.
import type { Database } from '../db/database.ts'
import type { IsoTime, MainTables } from '../db/tables.ts'
import type { VisibleOwners } from '../gate/visibility.ts'

export interface StoredEstimate {
  readonly estimateId: string
  readonly owner: string
  readonly createdAt: IsoTime
  readonly status: string
  /** The whole response, JSON text. */
  readonly body: string
}

/** Where a page begins: after this one, newest first. */
export interface EstimateCursor {
  readonly createdAt: IsoTime
  readonly estimateId: string
}

export interface EstimateStore {
  add(estimate: StoredEstimate): Promise<void>
  find(estimateId: string, owners: VisibleOwners): Promise<StoredEstimate | undefined>
  /** Newest first. */
  list(
    owners: VisibleOwners,
    after: EstimateCursor | undefined,
    limit: number,
  ): Promise<readonly StoredEstimate[]>
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
  const select = (owners: VisibleOwners) =>
    database.query
      .selectFrom('estimates')
      .select([...COLUMNS])
      .$if(owners !== 'all', (query) => query.where('owner', 'in', owners as readonly string[]))

  return {
    async add({ estimateId, owner, createdAt, status, body }) {
      await insert({ estimate_id: estimateId, owner, created_at: createdAt, status, body })
    },
    async find(estimateId, owners) {
      const row = await select(owners).where('estimate_id', '=', estimateId).executeTakeFirst()
      return row && fromRow(row)
    },
    async list(owners, after, limit) {
      const rows = await select(owners)
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb.or([
              eb('created_at', '<', after?.createdAt ?? ''),
              eb.and([
                eb('created_at', '=', after?.createdAt ?? ''),
                eb('estimate_id', '>', after?.estimateId ?? ''),
              ]),
            ]),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('estimate_id')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
  }
}

function fromRow(row: MainTables['estimates']): StoredEstimate {
  return {
    estimateId: row.estimate_id,
    owner: row.owner,
    createdAt: row.created_at,
    status: row.status,
    body: row.body,
  }
}
