// The kind of setting that holds a number for each type of flat.
import { type ByUnitType, perType, sumsToOne, UNIT_TYPES } from '../siteplan/unit-types.ts'
import { Fault, type Setting, text } from './kinds.ts'

/** The default of the setting, and the bounds of each number, both inclusive. */
interface Range {
  readonly fallback: string
  readonly from: number
  readonly to: number
}

export function byUnitType(
  variable: string,
  { fallback, from, to }: Range,
  doc: string,
): Setting<ByUnitType> {
  return {
    ...text(variable, fallback, doc),
    allowed: `${UNIT_TYPES.map((type) => `${type}:NUMBER`).join(',')}, each from ${from} to ${to}`,
    read: (value) => parseByUnitType(value, from, to),
  }
}

export function parseUnitMix(value: string): ByUnitType {
  const mix = parseByUnitType(value, 0, 1)
  if (!sumsToOne(mix)) throw new Fault('does not sum to 1')
  return mix
}

function parseByUnitType(value: string, from: number, to: number): ByUnitType {
  const parts = value.split(',').map((part) => part.trim())
  const given = new Map(parts.map((part) => part.split(/:(.*)/s, 2) as [string, string]))
  const read = perType((type) => {
    const number = given.get(type) ?? ''
    if (!/^\d{1,3}(\.\d{1,6})?$/.test(number)) throw new Fault(`has no number for ${type}`)
    if (Number(number) < from || Number(number) > to) throw new Fault('is out of range')
    return Number(number)
  })
  if (parts.length !== UNIT_TYPES.length) {
    throw new Fault('names a type twice, or what is no type of flat')
  }
  return read
}
