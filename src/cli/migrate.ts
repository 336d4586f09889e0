// `migrate`: brings the schema up to date. A start does the same; this does it alone.
import { Command } from 'commander'
import { JSON_OPTION, type OutputOptions, print, withStores } from './command.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the databases’ schema up to date (a start does it too)')
    .option(...JSON_OPTION)
    .action((options: OutputOptions) =>
      withStores(async ({ migrated }) => {
        const applied = [
          ...migrated.main.applied.map((name) => `main/${name}`),
          ...migrated.identity.applied.map((name) => `identity/${name}`),
        ]
        const text =
          applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`
        print(options, { applied }, text)
      }),
    )
}
