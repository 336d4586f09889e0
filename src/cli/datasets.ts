// `datasets list|remove`: what was imported under which source, and taking it back, beside a
// running server too. Which rows those are stands in the datasets' stores.
import { Argument, Command } from 'commander'
import { addressSources } from '../addresses/table/address-store.ts'
import { systemClock } from '../clock.ts'
import {
  createDatasetStore,
  DATASET_NAMES,
  type DatasetName,
  DEMO_SOURCE,
} from '../datasets/dataset-store.ts'
import type { RowsOfSource, SourcedRows } from '../datasets/sourced-rows.ts'
import type { Database } from '../db/database.ts'
import type { MainTables } from '../db/tables.ts'
import { parcelSources } from '../parcels/table/parcel-store.ts'
import { comparableSources } from '../valuation/comparables/comparable-store.ts'
import {
  CommandFault,
  faultAfterRows,
  JSON_OPTION,
  type OutputOptions,
  print,
  withMainStore,
} from './command.ts'
import { createProgress } from './progress.ts'
import { type Column, printRows } from './table.ts'

interface Listed {
  readonly dataset: DatasetName
  readonly source: string
  readonly rows: number
  readonly isUsed: boolean
}

const COLUMNS: readonly Column<Listed>[] = [
  { json: 'dataset', heading: 'DATASET', of: ({ dataset }) => dataset },
  { json: 'source', heading: 'SOURCE', of: ({ source }) => source },
  { json: 'rows', heading: 'ROWS', of: ({ rows }) => rows },
  {
    json: 'used',
    heading: 'USED',
    of: ({ isUsed }) => isUsed,
    shown: ({ isUsed }) => (isUsed ? 'yes' : 'no: not imported whole'),
  },
]

export function datasetsCommand(): Command {
  return new Command('datasets')
    .description('list what was imported, and take it back')
    .addCommand(list())
    .addCommand(remove())
}

function list(): Command {
  return new Command('list')
    .description('list the sources of each dataset with their rows')
    .option(...JSON_OPTION)
    .action((options: OutputOptions) =>
      withMainStore(async ({ main }) => {
        const listed: Listed[] = []
        for (const dataset of DATASET_NAMES) {
          const { isDemo } = await createDatasetStore(main).current(dataset)
          for (const one of await sourcedRowsOf(main, dataset).sources()) {
            // Rows beside the demonstration town are not read.
            listed.push({ dataset, ...one, isUsed: !isDemo || one.source === DEMO_SOURCE })
          }
        }
        printRows(options, listed, COLUMNS)
      }),
    )
}

interface RemoveOptions extends OutputOptions, RowsOfSource {
  readonly yes?: boolean
}

function remove(): Command {
  return new Command('remove')
    .description('remove the rows of one source; without --yes says how many those are')
    .addArgument(new Argument('<dataset>').choices(DATASET_NAMES))
    .requiredOption(
      '--source <name>',
      'as it was given to the import, where "import" is the default',
    )
    .option('--city <name>', 'only rows of this city; "" for rows without one')
    .option('--yes', 'remove them')
    .option(...JSON_OPTION)
    .action((dataset: DatasetName, options: RemoveOptions, command: Command) => {
      if (dataset === 'parcels' && options.city !== undefined) {
        command.error('Parcels have no city: leave --city out.')
      }
      if (options.source === DEMO_SOURCE) {
        command.error('The demonstration town goes with the first whole import.')
      }
      return withMainStore(({ main }) => removeRows(sourcedRowsOf(main, dataset), dataset, options))
    })
}

async function removeRows(
  rows: SourcedRows,
  dataset: DatasetName,
  options: RemoveOptions,
): Promise<void> {
  const ofCity = options.city === undefined ? '' : ` of the city "${options.city}"`
  const what = `${dataset} of the source "${options.source}"${ofCity}`
  const found = await rows.count(options)
  if (found === 0) {
    throw new CommandFault(`There are no ${what}. \`tradein datasets list\` names the sources.`)
  }
  if (!options.yes) {
    throw new CommandFault(`This would remove ${found} ${what}. Say --yes to remove them.`)
  }
  const progress = createProgress()
  let gone = 0
  try {
    await rows.remove(options, (removed) => {
      gone = removed
      progress.show({
        share: Math.min(1, removed / found),
        counted: { done: removed, unit: 'rows' },
        note: 'removed',
      })
    })
  } catch (error) {
    throw faultAfterRows(error, gone, 'removed')
  } finally {
    progress.end()
  }
  print(options, { removed: gone }, `Removed ${gone} ${what}.`)
}

export function sourcedRowsOf(main: Database<MainTables>, dataset: DatasetName): SourcedRows {
  switch (dataset) {
    case 'comparables':
      return comparableSources(main, systemClock)
    case 'addresses':
      return addressSources(main, systemClock)
    case 'parcels':
      return parcelSources(main, systemClock)
  }
}
