// Whether a CSV is text in UTF-8: the whole file, by its beginning, and each of its records. How
// records are read stands in csv-file.ts.
import type { CsvRecord } from './csv-file.ts'
import { DataFileError, isGarbled, SAVE_AS_UTF8 } from './data-file.ts'

/** Records of the beginning that show whether a file is text in UTF-8 at all. */
const JUDGED_RECORDS = 100
/** A file of which so many of them are not is of another encoding. */
const OF_ANOTHER_ENCODING = 0.9

/** Why a record in another encoding is rejected. */
export const NOT_UTF8 = 'not text in UTF-8'

/**
 * Gives no record before the beginning of the file is judged; the first one rejected says what to
 * do with the file. What the records throw is passed on after all that came before it.
 * @throws DataFileError for a file in another encoding
 */
export async function* inUtf8(records: AsyncGenerator<CsvRecord>): AsyncGenerator<CsvRecord> {
  const advised = withAdvice(records)
  const beginning: CsvRecord[] = []
  let readFault: { readonly error: unknown } | undefined
  try {
    while (beginning.length < JUDGED_RECORDS) {
      const { value, done } = await advised.next()
      if (done) break
      beginning.push(value)
    }
  } catch (error) {
    readFault = { error }
  }
  try {
    refuseOtherEncoding(beginning)
    yield* beginning
    if (readFault) throw readFault.error
    yield* advised
  } finally {
    await advised.return(undefined)
  }
}

async function* withAdvice(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  let isTold = false
  for await (const record of records) {
    if (isTold || !('reason' in record) || record.reason !== NOT_UTF8) {
      yield record
      continue
    }
    isTold = true
    yield { ...record, reason: `${NOT_UTF8}: ${SAVE_AS_UTF8}` }
  }
}

function refuseOtherEncoding([header, ...records]: readonly CsvRecord[]): void {
  const isBad = (record: CsvRecord) => 'reason' in record && record.reason.startsWith(NOT_UTF8)
  const bad = records.filter(isBad).length
  const isHeaderBad = header?.header.some(isGarbled) === true
  if (isHeaderBad || (bad > 0 && bad >= OF_ANOTHER_ENCODING * records.length)) {
    throw new DataFileError(`The file is ${NOT_UTF8}: ${SAVE_AS_UTF8}.`)
  }
}
