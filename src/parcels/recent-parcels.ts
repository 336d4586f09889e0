// The table `recent_parcels`: what each user did last with which parcel, a bounded number of each.
import { type ExpressionBuilder, sql } from 'kysely'
import { atMostEvery, type Clock, within } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { IsoTime, MainTables, ParcelsTable, RecentParcelsTable } from '../db/tables.ts'
import type { LonLat } from '../geometry/local-plane.ts'
import { isoTime } from '../iso-time.ts'
import type { Logger } from '../logging.ts'

export const PARCEL_ACTIONS = ['view', 'forecast', 'layouts'] as const
type ParcelAction = (typeof PARCEL_ACTIONS)[number]

export interface RecentParcel {
  readonly cadastralNumber: string
  readonly address: string | null
  readonly areaM2: number
  readonly centroid: LonLat
  readonly source: string
  readonly lastAction: ParcelAction
  readonly lastAt: IsoTime
}

export interface RecentParcels {
  /**
   * Never fails, and never holds its caller for long: the answer matters more than the record of
   * it. A fault is logged, one a second at most.
   */
  recordAction(username: string, cadastralNumber: string, action: ParcelAction): Promise<void>
  /**
   * Each parcel once, newest first, and last what was written while the clock was ahead; those that
   * are no longer there are left out.
   */
  list(username: string, limit: number): Promise<readonly RecentParcel[]>
}

/** Parcels kept of each user; the oldest goes for a new one. */
export const MAX_RECENT = 50

/**
 * What is dated later than this after now was written while the clock was ahead, and would push out
 * all that is written since. The clocks of machines that share a database may differ by less.
 */
const AHEAD_MS = 60_000

/** A caller waits this long at most; after that the record is written without anybody waiting. */
const PATIENCE_S = 0.25

/** At most so many records are written at once; one more is left out, with a warning. */
const MAX_UNDER_WAY = 20

/** A full disk fails every record. */
const LOG_INTERVAL_MS = 1_000

/** More rows than a user can have gathered past the bound. */
const ANY_MORE = 1_000

export function createRecentParcels(
  database: Database<MainTables>,
  clock: Clock,
  log: Logger,
): RecentParcels {
  let underWay = 0
  const isTimeToLog = atMostEvery(clock, LOG_INTERVAL_MS)
  const isDatedAhead = (
    eb: ExpressionBuilder<Pick<MainTables, 'recent_parcels'>, 'recent_parcels'>,
  ) => eb('last_at', '>', isoTime(clock.wallMs() + AHEAD_MS))
  const write = (username: string, cadastralNumber: string, action: ParcelAction) =>
    database.query.transaction().execute(async (query) => {
      await query
        .insertInto('recent_parcels')
        .values({
          username,
          cadastral_number: cadastralNumber,
          last_action: action,
          last_at: isoTime(clock.wallMs()),
        })
        .onConflict((conflict) =>
          conflict.columns(['username', 'cadastral_number']).doUpdateSet({
            last_action: sql.ref('excluded.last_action'),
            last_at: sql.ref('excluded.last_at'),
          }),
        )
        .execute()
      await query
        .deleteFrom('recent_parcels')
        .where('username', '=', username)
        .where('cadastral_number', 'in', (among) =>
          among
            .selectFrom('recent_parcels')
            .select('cadastral_number')
            .where('username', '=', username)
            .orderBy(isDatedAhead)
            .orderBy('last_at', 'desc')
            .orderBy('cadastral_number')
            .limit(ANY_MORE)
            .offset(MAX_RECENT),
        )
        .execute()
    })

  return {
    async recordAction(username, cadastralNumber, action) {
      const notRecorded = (error: unknown) => {
        if (!isTimeToLog()) return
        log.warn({ err: error, action }, 'what a user did with a parcel was not recorded')
      }
      if (underWay >= MAX_UNDER_WAY) {
        notRecorded(new Error('too many others wait to be written'))
        return
      }
      underWay += 1
      const written = write(username, cadastralNumber, action)
        .catch(notRecorded)
        .finally(() => {
          underWay -= 1
        })
      await within(clock, PATIENCE_S, written)
    },

    async list(username, limit) {
      const rows = await database.query
        .selectFrom('recent_parcels')
        .innerJoin('parcels', 'parcels.cadastral_number', 'recent_parcels.cadastral_number')
        .select([
          'parcels.cadastral_number',
          'address',
          'area_m2',
          'centroid_lon',
          'centroid_lat',
          'source',
          'last_action',
          'last_at',
        ])
        .where('username', '=', username)
        .orderBy(isDatedAhead)
        .orderBy('last_at', 'desc')
        .orderBy('parcels.cadastral_number')
        .limit(limit)
        .execute()
      return rows.map(rowToRecentParcel)
    },
  }
}

type RecentRow = Omit<RecentParcelsTable, 'username'> &
  Pick<ParcelsTable, 'address' | 'area_m2' | 'centroid_lon' | 'centroid_lat' | 'source'>

function rowToRecentParcel(row: RecentRow): RecentParcel {
  return {
    cadastralNumber: row.cadastral_number,
    address: row.address,
    areaM2: row.area_m2,
    centroid: [row.centroid_lon, row.centroid_lat],
    source: row.source,
    lastAction: row.last_action,
    lastAt: row.last_at,
  }
}
