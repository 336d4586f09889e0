// What every benchmark is given: the machine's description, databases on either engine, child
// processes that end with the run, and a place to print.
import { cpus, totalmem } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { type Engine, makeDatabase, type TestDatabase } from '../../tests/support/databases.ts'
import { startTestServer } from '../../tests/support/postgres.ts'
import { type Child, startChild } from './children.ts'

export interface Bench {
  /** Lines that say on what the figures were measured. */
  readonly machine: readonly string[]
  print(text: string): void
  /** A fresh database, removed at the end of the run. */
  database(engine: Engine): Promise<TestDatabase>
  /**
   * Starts a file of bench/ in a process of its own, stopped at the end of the run at the latest.
   */
  child(file: string, environment?: Readonly<Record<string, string>>): Promise<Child>
  close(): Promise<void>
}

/**
 * PostgreSQL as it serves in earnest: a commit reaches the disk, and the tables of a million rows
 * have room in its memory, as its manual advises. Its default of 128 MB has not.
 */
const AS_IN_PRODUCTION = ['fsync=on', 'shared_buffers=1GB'] as const

export async function openBench(): Promise<Bench> {
  const parts = new AsyncDisposableStack()
  const server = await startTestServer({ settings: AS_IN_PRODUCTION })
  parts.defer(() => server.stop())
  // Where the helpers that make databases look for it.
  process.env.TEST_POSTGRES_SERVER = server.url
  const [cpu] = cpus()
  const sqlite = new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get()
  return {
    machine: [
      `Machine: ${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`,
      `Runtime: Node ${process.versions.node}; SQLite ${String(sqlite?.version)}; ${server.description}, ${AS_IN_PRODUCTION.join(', ')}`,
    ],
    print: (text) => void process.stdout.write(`${text}\n`),
    async database(engine) {
      const database = await makeDatabase(engine)
      parts.defer(() => database.remove())
      return database
    },
    async child(file, environment = {}) {
      const child = await startChild(file, environment)
      parts.defer(() => child.stop())
      return child
    },
    close: () => parts.disposeAsync(),
  }
}

/** A benchmark's table, as Markdown, so that it can be pasted into a document. */
export function table(title: string, head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [`### ${title}`, '', line(head), rule, ...rows.map(line), ''].join('\n')
}

/** `0.91 ✓` or `0.48 ✗`, for a figure that has a goal. */
export function judged(figure: number, digits: number, meets: boolean): string {
  return `${figure.toFixed(digits)} ${meets ? '✓' : '✗'}`
}
