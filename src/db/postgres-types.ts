// The values of PostgreSQL as the stores take them, alike on both engines.
import pg from 'pg'
import { isoTime } from '../iso-time.ts'

const { builtins } = pg.types

/**
 * int8 as a number, or as text past 2^53, where another program's ids may lie; dates and times as
 * the ISO text that SQLite keeps. Another program's times without a zone are UTC, as the service
 * writes them.
 */
export const POSTGRES_TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.INT8) return numberOrText
    if (oid === builtins.DATE) return (text: string) => text
    if (oid === builtins.TIMESTAMPTZ) return isoTimeOf
    if (oid === builtins.TIMESTAMP) return (text: string) => utcIsoTime(`${text}+00`) ?? text
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

function numberOrText(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/**
 * The server writes UTC, as it is asked to, so no date is parsed: a look-up reads three of them.
 * What has no ISO form, such as `infinity`, stays as it is: a fault here would fail every look-up
 * that was asked for in the same turn.
 */
function isoTimeOf(text: string): string {
  const utc = utcIsoTime(text)
  if (utc !== undefined) return utc
  const wallMs = Date.parse(text)
  return Number.isNaN(wallMs) ? text : isoTime(wallMs)
}

function utcIsoTime(text: string): string | undefined {
  const utc = UTC.exec(text)
  return utc ? `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : undefined
}
