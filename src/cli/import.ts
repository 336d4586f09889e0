// `import comparables|addresses|parcels`: brings a file into the database, beside a running server
// too. Here the three kinds: their options, readers and advice; the run is in import-run.ts.
import { Command, InvalidArgumentError, Option } from 'commander'
import { ADDRESS_COLUMNS, type AddressColumnNames } from '../addresses/table/address-columns.ts'
import { readAddressFile } from '../addresses/table/address-file.ts'
import { addressWriter } from '../addresses/table/address-store.ts'
import { systemClock } from '../clock.ts'
import { DEMO_SOURCE } from '../datasets/dataset-store.ts'
import { mapRows } from '../datasets/import.ts'
import type { Crs } from '../geometry/crs.ts'
import { DAY_MS, isoDate } from '../iso-time.ts'
import {
  PARCEL_COLUMNS,
  type ParcelColumnNames,
  readParcelFile,
} from '../parcels/table/parcel-file.ts'
import { parcelWriter } from '../parcels/table/parcel-store.ts'
import { readComparableFile } from '../valuation/comparables/comparable-file.ts'
import { comparableWriter } from '../valuation/comparables/comparable-store.ts'
import { OLDEST_DAYS } from '../valuation/neighbours/neighbours.ts'
import { type ColumnOptions, fileColumns, mapOption, withColumnOptions } from './column-options.ts'
import { JSON_OPTION } from './command.ts'
import { type ImportCommandOptions, runImport } from './import-run.ts'
import { shellWord } from './shell-word.ts'

export function importCommand(): Command {
  return new Command('import')
    .description('load a file into the database; an existing row is replaced')
    .addCommand(comparables())
    .addCommand(addresses())
    .addCommand(parcels())
}

function comparables(): Command {
  return withColumnOptions(
    withCommonOptions(new Command('comparables'), 'ids are unique within it'),
  )
    .description('comparable sales and adverts, CSV, plain or .gz')
    .action((file: string, options: ImportCommandOptions & ColumnOptions) => {
      let newest = ''
      return runImport({
        dataset: 'comparables',
        file,
        options,
        rowsOf: (watch) => {
          const latest = isoDate(systemClock.wallMs() + DAY_MS)
          const rows = readComparableFile(file, fileColumns(options), { watch, latest })
          return mapRows(rows, (comparable) => {
            if (comparable.date > newest) newest = comparable.date
            return { source: options.source, comparable }
          })
        },
        writerOf: (main) => comparableWriter(main, systemClock),
        // They show prices in thousands, and latitude and longitude in each other's place.
        figures: {
          price_rub_per_m2: ({ comparable }) => comparable.priceRub / comparable.areaM2,
          lat: ({ comparable }) => comparable.lat,
          lon: ({ comparable }) => comparable.lon,
        },
        advice: () => (newest === '' || newest >= oldestOfUse() ? [] : [adviceOnAge(newest)]),
      })
    })
}

/** The date of the oldest rows that an estimate of today may use. */
function oldestOfUse(): string {
  return isoDate(systemClock.wallMs() - OLDEST_DAYS * DAY_MS)
}

function adviceOnAge(newest: string): string {
  return `The newest row is of ${newest}. An estimate uses rows of the two years before its date, so one of today uses none of these.`
}

interface AddressOptions extends ImportCommandOptions, CrsOptions {
  readonly city?: string
  readonly map: AddressColumnNames
}

function addresses(): Command {
  return withCommonOptions(new Command('addresses'), 'an address of another source is replaced too')
    .description('addresses with coordinates, CSV or GeoJSON, plain or .gz')
    .option('--city <name>', 'the city of rows that name none')
    .addOption(mapOption(ADDRESS_COLUMNS))
    .addOption(crsOption())
    .action((file: string, options: AddressOptions) => {
      let withoutCity = 0
      const counts = { row: 0, street: 0, house: 0 }
      return runImport({
        dataset: 'addresses',
        file,
        options,
        rowsOf: (watch) => {
          const { city, map: names } = options
          const rows = readAddressFile(file, { city, names, crs: crsOf(options), watch })
          return mapRows(rows, (address) => {
            if (address.city === '') withoutCity += 1
            counts.row += 1
            if (address.street !== '') counts.street += 1
            if (address.house !== '') counts.house += 1
            return { source: options.source, address }
          })
        },
        writerOf: (main) => addressWriter(main, systemClock),
        figures: { lat: ({ address }) => address.lat, lon: ({ address }) => address.lon },
        advice: () => [
          ...adviceOnLack(counts),
          ...(withoutCity === 0 ? [] : [adviceOnCity(withoutCity, options)]),
        ],
      })
    })
}

/** What is lacking may stand under a name that is not known. A list of cities has neither. */
function adviceOnLack(counts: Readonly<Record<'row' | 'street' | 'house', number>>): string[] {
  const { row, street, house } = counts
  if (row === 0) return ['If it names its columns otherwise, say so: --map column=name.']
  const lacking = street > 0 && house === 0 ? 'house' : house > 0 && street === 0 ? 'street' : null
  return lacking === null
    ? []
    : [`No row has a ${lacking}. If the file names it otherwise, say so: --map ${lacking}=NAME.`]
}

function adviceOnCity(rows: number, { source, dryRun }: ImportCommandOptions): string {
  const remove = `remove them (tradein datasets remove addresses --source ${shellWord(source)} --city '') and `
  return `Rows without a city: ${rows}. To have them found by it, ${dryRun ? '' : remove}import with --city NAME.`
}

interface ParcelOptions extends ImportCommandOptions, CrsOptions {
  readonly map: ParcelColumnNames
}

function parcels(): Command {
  return withCommonOptions(new Command('parcels'), 'a parcel of another source is replaced too')
    .description('parcels of land, GeoJSON, plain or .gz')
    .addOption(mapOption(PARCEL_COLUMNS))
    .addOption(crsOption())
    .action((file: string, options: ParcelOptions) =>
      runImport({
        dataset: 'parcels',
        file,
        options,
        rowsOf: (watch) => {
          const rows = readParcelFile(file, { names: options.map, crs: crsOf(options), watch })
          return mapRows(rows, (parcel) => ({ ...parcel, source: options.source }))
        },
        writerOf: (main) => parcelWriter(main, systemClock),
        figures: {
          area_m2: ({ areaM2 }) => areaM2,
          lat: ({ centroid }) => centroid[1],
          lon: ({ centroid }) => centroid[0],
        },
      }),
    )
}

/** @param sourceRule whose rows an import replaces: those of its own source alone, or of any */
function withCommonOptions(command: Command, sourceRule: string): Command {
  return command
    .argument('<file>')
    .option('--source <name>', `where the rows come from; ${sourceRule}`, sourceName, 'import')
    .option(
      '--rejects <file>',
      'where bad rows go (default: FILE.rejects.csv; nowhere with --dry-run)',
    )
    .option('--dry-run', 'read and check everything, change nothing')
    .option(...JSON_OPTION)
}

const CRS = { 4326: 4326, 3857: 3857 } as const satisfies Record<Crs, Crs>

interface CrsOptions {
  readonly crs?: `${Crs}`
}

function crsOption(): Option {
  return new Option('--crs <epsg>', 'coordinates of a GeoJSON file, over what it declares').choices(
    ['4326', '3857'],
  )
}

function crsOf({ crs }: CrsOptions): Crs | undefined {
  return crs && CRS[crs]
}

function sourceName(text: string): string {
  if (text === '' || text.length > 50) throw new InvalidArgumentError('Give 1 to 50 characters.')
  if (text === DEMO_SOURCE) {
    throw new InvalidArgumentError(`"${DEMO_SOURCE}" is the demonstration town’s.`)
  }
  return text
}
