// How a store states a hot statement once, with names where its arguments go, and how an engine
// binds them. Running a statement is the engine's.
import type { Compilable, CompiledQuery, Expression, Kysely, SqlBool } from 'kysely'

export type Statement<Args, Row> = (args: Args) => Promise<readonly Row[]>

/** Stands for an argument while a statement is built. */
type Argument<Args> = <Name extends keyof Args & string>(name: Name) => Args[Name]

export type StatementBuilder<Tables, Args, Row> = (
  query: Kysely<Tables>,
  argument: Argument<Args>,
) => Compilable<Row>

/** `isKey` compares the key's column with the key, or with all keys of a turn. */
export type LookupBuilder<Tables, Row> = (
  query: Kysely<Tables>,
  isKey: Expression<SqlBool>,
) => LookupQuery<Row>

/** A select to which an engine can add the key's column, so that it knows each row's key. */
interface LookupQuery<Row> extends Compilable<Row> {
  select(selection: never): Compilable<unknown>
}

class NamedArgument {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Compiles `build` once; `bind` puts the arguments where its parameters stand. */
export function compileStatement<Tables, Args extends object, Row>(
  query: Kysely<Tables>,
  build: StatementBuilder<Tables, Args, Row>,
): { readonly compiled: CompiledQuery<Row>; bind(args: Args): unknown[] } {
  const argument = ((name: string) => new NamedArgument(name)) as unknown as Argument<Args>
  const compiled = build(query, argument).compile()
  const slots = compiled.parameters.map((parameter) =>
    parameter instanceof NamedArgument ? parameter.name : { constant: parameter },
  )
  return {
    compiled,
    bind: (args) =>
      slots.map((slot) =>
        typeof slot === 'string' ? (args as Record<string, unknown>)[slot] : slot.constant,
      ),
  }
}
