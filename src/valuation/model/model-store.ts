// The tables `models` and `model_pieces`: the newest fitted model, so that a restart need not fit.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { IsoTime, MainTables } from '../../db/tables.ts'

const PIECE_BYTES = 4 * 1024 * 1024

export interface StoredModel {
  readonly version: string
  readonly dataVersion: number
  readonly fittedAt: IsoTime
  readonly bytes: Buffer
}

export interface ModelStore {
  /** The model fitted on this version of the data, if there is one. */
  load(dataVersion: number): Promise<StoredModel | undefined>
  /** The newest model of any version of the data. */
  loadNewest(): Promise<StoredModel | undefined>
  /** Keeps the model and drops the others, in one transaction. */
  save(model: StoredModel): Promise<void>
}

export function createModelStore(database: Database<MainTables>): ModelStore {
  const loadWhere = async (dataVersion: number | undefined) => {
    const head = await database.query
      .selectFrom('models')
      .select(['version', 'data_version', 'fitted_at', 'pieces'])
      .$if(dataVersion !== undefined, (query) => query.where('data_version', '=', dataVersion ?? 0))
      .orderBy('fitted_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!head) return undefined
    const pieces: Uint8Array[] = []
    for (let piece = 0; piece < head.pieces; piece += 1) {
      const row = await database.query
        .selectFrom('model_pieces')
        .select('bytes')
        .where('model_version', '=', head.version)
        .where('piece', '=', piece)
        .executeTakeFirst()
      // Another process has just replaced it: the caller fits, or asks again.
      if (!row) return undefined
      pieces.push(row.bytes)
    }
    return {
      version: head.version,
      dataVersion: head.data_version,
      fittedAt: head.fitted_at,
      bytes: Buffer.concat(pieces),
    }
  }

  return {
    load: (dataVersion) => loadWhere(dataVersion),
    loadNewest: () => loadWhere(undefined),
    async save({ version, dataVersion, fittedAt, bytes }) {
      const pieces = Math.ceil(bytes.length / PIECE_BYTES)
      await database.query.transaction().execute(async (transaction) => {
        // Processes that started together save together, and the same model: there none would see,
        // and so drop, what another has not committed yet.
        if (database.engine === 'postgres') {
          await sql`lock table models in exclusive mode`.execute(transaction)
        }
        await transaction.deleteFrom('models').execute()
        await transaction
          .insertInto('models')
          .values({ version, data_version: dataVersion, fitted_at: fittedAt, pieces })
          .execute()
        for (let piece = 0; piece < pieces; piece += 1) {
          await transaction
            .insertInto('model_pieces')
            .values({
              model_version: version,
              piece,
              bytes: bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
            })
            .execute()
        }
      })
    },
  }
}
