// `migrate`: brings the schema up to date. A start does the same; this does it alone.
import { Command } from 'commander'
import { SCHEMAS } from '../db/migrate.ts'
import { warningsOfNewer } from '../db/open-ready.ts'
import { JSON_OPTION, type OutputOptions, print, withStores } from './command.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the databases’ schema up to date (a start does it too)')
    .option(...JSON_OPTION)
    .action((options: OutputOptions) =>
      withStores(async ({ migrated }) => {
        const named = (outcome: 'applied' | 'newer') =>
          SCHEMAS.flatMap((schema) => migrated[schema][outcome].map((name) => `${schema}/${name}`))
        const applied = named('applied')
        const newer = named('newer')
        const warnings = warningsOfNewer(migrated)
        const upToDate = warnings.length === 0 ? ['The schema is up to date.'] : []
        const done = applied.length === 0 ? upToDate : [`Applied: ${applied.join(', ')}`]
        print(options, { applied, newer }, [...done, ...warnings])
      }),
    )
}
