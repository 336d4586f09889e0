// Reads a file of parcels, GeoJSON, plain or gzip, as a stream: one parcel or one refusal at a
// time. Never writes anywhere, and never throws for a bad feature. Geometry is parcel-shape.ts's.
import { GARBLED, isGarbled, MAX_UNPACKED_BYTES, readDataFile } from '../../datasets/data-file.ts'
import type { WatchSource } from '../../datasets/file-position.ts'
import { geoJsonFeatures } from '../../datasets/geojson-file.ts'
import type { ImportRow } from '../../datasets/import.ts'
import { isNothing } from '../../datasets/nothing-known.ts'
import { HECTARES, METRES, numberWritten, ROUBLES } from '../../datasets/written-number.ts'
import { storableText } from '../../db/storable-text.ts'
import { type Crs, crsDeclaredIn, crsOfGeometry, refusedCrs } from '../../geometry/crs.ts'
import { round } from '../../numbers/rounding.ts'
import { asObject, parsedJson } from '../../text/foreign-json.ts'
import { landCategoryOf } from './land-category.ts'
import { isCadastralNumber, type Parcel } from './parcel.ts'
import { parcelShapeOf } from './parcel-shape.ts'

/** Facts of a parcel from a file, and measured from its shape. */
export type FileParcel = Omit<Parcel, 'source' | 'updatedAt'>

/** `line` is the number of the feature in the file; a refused one has its own name for text. */
type ParcelFileRow = ImportRow<FileParcel>

export interface ParcelFileOptions {
  /** Overrides what the file declares; a file that declares nothing is in 4326. */
  readonly crs?: Crs | undefined
  readonly names?: ParcelColumnNames
  /** Makes a number for features without a cadastral number, for files of other countries. */
  readonly numberFor?: (line: number, id: string) => string
  readonly maxBytes?: number
  readonly watch?: WatchSource
}

const MAX_TEXT_LENGTH = 1_000

/** A refusal names such a property alone: the option that it tells may be copied into a shell. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}_ .:№/()*,-]{1,60}$/u

/** No area in m² and no value in roubles is larger: such a figure is of something else. */
const MAX_FIGURE = 1e15

/** Under which a feature's own id, which is none of its properties, is looked up. */
const OWN_ID = 'id of the feature'

/**
 * The facts that a file may state, each with its names in lower case, in the order they are tried.
 */
const COLUMN_NAMES = {
  cadastral_number: [
    'cadastral_number',
    'cad_num',
    'cadnum',
    'cad_number',
    'cadastralnumber',
    'cn',
    'kad_num',
    'externalkey',
    'id',
    OWN_ID,
  ],
  declared_area_m2: [
    'declared_area_m2',
    'specified_area',
    'land_record_area',
    'land_record_area_verified',
    'declared_area',
    'land_record_area_declaration',
    'area_value',
    'area_m2',
    'area',
  ],
  address: ['address', 'readable_address', 'address_readable_address'],
  category: ['land_record_category_type', 'category_type', 'category_name', 'category'],
  permitted_use: [
    'permitted_use',
    'permitted_use_established_by_document',
    'permitted_use_name',
    'util_by_doc',
  ],
  status: ['status', 'previously_posted', 'common_data_status'],
  ownership: ['ownership', 'ownership_type', 'right_type'],
  cadastral_value_rub: ['cadastral_value_rub', 'cost_value', 'cadastral_value', 'cad_cost'],
} as const satisfies Record<string, readonly string[]>

type ParcelColumn = keyof typeof COLUMN_NAMES

export const PARCEL_COLUMNS = Object.keys(COLUMN_NAMES) as readonly ParcelColumn[]

/** The file's own name for a fact, which then stands under no other. */
export type ParcelColumnNames = Readonly<Partial<Record<ParcelColumn, string>>>

/**
 * Parcels of the file at `path`. The EPSG code is that of `options.crs`, or of the geometry's own
 * `crs`, or of the file's, where that stands before the features.
 * @throws DataFileError for what makes the rest of the file unreadable
 */
export function readParcelFile(
  path: string,
  options: ParcelFileOptions,
): AsyncGenerator<ParcelFileRow> {
  const read = async function* (bytes: AsyncIterable<Buffer>, head: string) {
    const declared = crsDeclaredIn(head)
    for await (const { line, feature } of geoJsonFeatures(bytes, head)) {
      yield rowOf(line, feature, declared, options)
    }
  }
  return readDataFile(path, options.maxBytes ?? MAX_UNPACKED_BYTES, read, options.watch)
}

function rowOf(
  line: number,
  feature: Readonly<Record<string, unknown>> | null,
  declared: Crs | string,
  { crs, names = {}, numberFor }: ParcelFileOptions,
): ParcelFileRow {
  if (!feature) return { line, reason: 'not a feature' }
  const valueIn = factsOf(feature, names)
  const own = valueIn('cadastral_number', cadastralNumberOf)
  const id = own ?? valueIn('cadastral_number', textOf) ?? ''
  const refused = (reason: string): ParcelFileRow => ({ line, reason, text: id })

  const cadastralNumber = own ?? numberFor?.(line, id)
  if (cadastralNumber === undefined) {
    const bare = id === '' ? 'no cadastral number' : 'malformed cadastral number'
    return refused(numberElsewhereIn(feature) ?? bare)
  }
  const used = crs ?? crsOfGeometry(feature.geometry, declared)
  if (typeof used === 'string') return refused(refusedCrs(used))
  const read = parcelShapeOf(feature.geometry, used)
  if ('reason' in read) return refused(read.reason)

  const text = (column: ParcelColumn) => valueIn(column, textOf)
  const parcel: FileParcel = {
    cadastralNumber,
    ...read.shape,
    declaredAreaM2: valueIn('declared_area_m2', areaM2Of),
    address: text('address'),
    category: valueIn('category', categoryOf),
    permittedUse: text('permitted_use'),
    status: text('status'),
    ownership: text('ownership'),
    cadastralValueRub: valueIn('cadastral_value_rub', roublesOf),
  }
  for (const [field, value] of Object.entries(parcel)) {
    if (typeof value !== 'string') continue
    // As answers spell it.
    const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (isGarbled(value)) return refused(`${name} ${GARBLED}`)
    if ([...value].length > MAX_TEXT_LENGTH) {
      return refused(`${name} is longer than ${MAX_TEXT_LENGTH} characters`)
    }
  }
  return { line, row: parcel }
}

/**
 * Looks facts up in the properties, in their `options` first, as НСПД nests them, and in the
 * feature's own `id` last. A name whose value cannot be used is passed over for the next.
 */
function factsOf(feature: Readonly<Record<string, unknown>>, names: ParcelColumnNames) {
  const values = new Map<string, unknown>([[OWN_ID, feature.id]])
  for (const group of groupsOf(feature)) {
    for (const [name, value] of Object.entries(group)) {
      // What is empty does not hide what stands in the other group, or under the next name.
      if (holdsSomething(value)) values.set(name.toLowerCase(), value)
    }
  }
  return <Value>(column: ParcelColumn, read: (value: unknown) => Value | null): Value | null => {
    const given = names[column]?.toLowerCase()
    for (const name of given === undefined ? COLUMN_NAMES[column] : [given]) {
      const value = read(values.get(name))
      if (value !== null) return value
    }
    return null
  }
}

function holdsSomething(value: unknown): boolean {
  return value !== null && !(typeof value === 'string' && isNothing(value.trim()))
}

/** The properties, then those nested in them, as some programs do in a text. */
function groupsOf(feature: Readonly<Record<string, unknown>>) {
  const properties = asObject(feature.properties) ?? {}
  const { options } = properties
  const nested = typeof options === 'string' ? parsedJson(options) : options
  return [properties, asObject(nested) ?? {}]
}

/** Says under which name the number stands, where that is none of those looked for. */
function numberElsewhereIn(feature: Readonly<Record<string, unknown>>): string | null {
  for (const [name, value] of groupsOf(feature).flatMap((group) => Object.entries(group))) {
    if (cadastralNumberOf(value) !== null) {
      const told = PLAIN_NAME.test(name) ? name : 'NAME'
      return `no cadastral number under a known name: say --map "cadastral_number=${told}"`
    }
  }
  return null
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = storableText(String(value)).replace(/\s+/gu, ' ').trim()
  return text === '' ? null : text
}

function cadastralNumberOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && isCadastralNumber(text) ? text : null
}

function categoryOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null ? null : landCategoryOf(text)
}

const M2_PER_HECTARE = 10_000

function areaM2Of(value: unknown): number | null {
  const inHectares = typeof value === 'string' && HECTARES.test(value.trim())
  if (!inHectares) return positiveOf(value, METRES)
  const hectares = positiveOf(value, HECTARES)
  // In doubles 0.0627 × 10,000 is 627.0000000000001.
  return hectares === null ? null : round(hectares * M2_PER_HECTARE, 4)
}

function roublesOf(value: unknown): number | null {
  return positiveOf(value, ROUBLES)
}

/**
 * A figure that cannot be read, or can be read in two ways, counts as missing.
 * @param unit what may stand behind it
 */
function positiveOf(value: unknown, unit: RegExp): number | null {
  const number = typeof value === 'string' ? numberWritten(value, { unit }) : value
  return typeof number === 'number' && number > 0 && number <= MAX_FIGURE ? number : null
}
