// Tries statements out on real tables and takes everything back: for what only the tables
// themselves can tell.
import { type Kysely, sql } from 'kysely'
import type { Statements } from './database.ts'
import { DatabaseUnavailable } from './faults.ts'
import { compileStatement, type LookupBuilder, type StatementBuilder } from './statement.ts'

/** Ends a transaction without a fault, where only throwing takes it back. */
const TAKEN_BACK = new Error('taken back')

/**
 * Runs `work` in a transaction that is always taken back. A prepared statement that fails is taken
 * back alone, and the next one goes on.
 * @throws what `work` throws; DatabaseUnavailable if the transaction cannot begin
 */
export async function undone<Tables, T>(
  { engine, query }: Pick<Statements<Tables>, 'engine' | 'query'>,
  work: (within: Statements<Tables>) => Promise<T>,
): Promise<T> {
  let outcome: PromiseSettledResult<T> | undefined
  try {
    await query.transaction().execute(async (transaction) => {
      const working = work({ engine, ...statementsIn<Tables>(transaction) })
      outcome = (await Promise.allSettled([working]))[0]
      throw TAKEN_BACK
    })
  } catch (error) {
    // A connection that got no answer is dropped, which takes back whatever was done on it.
    const isTakenBack = error === TAKEN_BACK || error instanceof DatabaseUnavailable
    if (!outcome || !isTakenBack) throw error
  }
  if (outcome?.status === 'fulfilled') return outcome.value
  throw outcome?.reason
}

function statementsIn<Tables>(transaction: Kysely<Tables>): Omit<Statements<Tables>, 'engine'> {
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
