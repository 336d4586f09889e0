// Tries statements out on real tables and takes everything back: for what only the tables
// themselves can tell.
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { compileStatement, type LookupBuilder, type StatementBuilder } from './statement.ts'

/**
 * Runs `work` in a transaction that is always taken back. A statement that fails is taken back
 * alone, and the next one goes on.
 * @throws what `work` throws
 */
export async function undone<Tables, T>(
  database: Database<Tables>,
  work: (within: Database<Tables>) => Promise<T>,
): Promise<T> {
  const transaction = await database.query.startTransaction().execute()
  try {
    return await work(within(database, transaction))
  } finally {
    await transaction.rollback().execute()
  }
}

function within<Tables>(database: Database<Tables>, transaction: Kysely<Tables>): Database<Tables> {
  const alone = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    await sql`savepoint statement`.execute(transaction)
    try {
      return await run()
    } catch (error) {
      await sql`rollback to savepoint statement`.execute(transaction)
      throw error
    }
  }
  const prepare = <Args extends object, Row>(build: StatementBuilder<Tables, Args, Row>) => {
    const { compiled, bind } = compileStatement(transaction, build)
    return async (args: Args) => {
      const bound = { ...compiled, parameters: bind(args) }
      return (await alone(() => transaction.executeQuery<Row>(bound))).rows
    }
  }
  return {
    ...database,
    query: transaction,
    prepare,
    prepareLookup<Row extends object>(keyColumn: string, build: LookupBuilder<Tables, Row>) {
      const select = prepare<{ key: Uint8Array }, Row>((query, argument) =>
        build(query, sql`${sql.ref(keyColumn)} = ${argument('key')}`),
      )
      return (key) => select({ key })
    },
  }
}
