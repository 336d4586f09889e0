// Why no house with flats may be built on a parcel as it is, in Russian: by what the registers say of
// the land; and what they do not say. Never judges a project, nor what the norms leave room for.
import { permittedUseOf } from '../norms/permitted-use.ts'
import type { RuleSet } from '../norms/rule-set.ts'
import type { Parcel } from '../parcels/table/parcel.ts'

export const LAND_WARNING_CODES = [
  'land_category',
  'permitted_use_not_residential',
  'permitted_use_no_flats',
  'parcel_not_current',
] as const

/** What nobody knows of the land, so that it may still forbid the house. */
export const LAND_GAP_CODES = [
  'category_unknown',
  'permitted_use_unknown',
  'rule_set_default',
  'no_declared_area',
] as const

interface Said<Code> {
  readonly code: Code
  readonly text: string
}
type LandWarning = Said<(typeof LAND_WARNING_CODES)[number]>
type LandGap = Said<(typeof LAND_GAP_CODES)[number]>

/** What a register says of a parcel that is no more. */
const GONE = /архивн|снят|аннулир/iu
/** And of one that is not registered for good: after its term there is none either. */
const TEMPORARY = /временн/iu

const OF_SETTLEMENTS = /насел/iu
/** Land whose category is not established may be any. */
const NOT_ESTABLISHED = /не\s(?:установлен|определ[её]н)/iu

/** What the registers say against houses with flats, the weightiest first; nothing where they are silent. */
export function* landWarnings({
  category,
  permittedUse,
  status,
}: Pick<Parcel, 'category' | 'permittedUse' | 'status'>): Generator<LandWarning> {
  if (category !== null && !OF_SETTLEMENTS.test(category) && !NOT_ESTABLISHED.test(category)) {
    yield {
      code: 'land_category',
      text: 'Участок не на землях населённых пунктов: многоквартирный дом здесь строить нельзя.',
    }
  }
  const { flats, maxStoreys } = permittedUseOf(permittedUse)
  if (flats === false && maxStoreys === null) {
    yield {
      code: 'permitted_use_not_residential',
      text: 'Вид разрешённого использования не жилой: до застройки его нужно изменить.',
    }
  } else if (flats === false) {
    yield {
      code: 'permitted_use_no_flats',
      text: 'Вид разрешённого использования допускает индивидуальные или блокированные дома, а не многоквартирные: до застройки его нужно изменить.',
    }
  }
  if (status !== null && GONE.test(status)) {
    yield {
      code: 'parcel_not_current',
      text: `Участок в реестре не действующий (${status}): проверьте, существует ли он.`,
    }
  } else if (status !== null && TEMPORARY.test(status)) {
    yield {
      code: 'parcel_not_current',
      text: `Сведения об участке в реестре временные (${status}): проверьте, действуют ли они.`,
    }
  }
}

export function isLandGap(code: string): boolean {
  return LAND_GAP_CODES.some((gap) => gap === code)
}

/** Facts about the land that no source gives, for every report on what may be built there. */
export function* landGaps(
  {
    category,
    permittedUse,
    declaredAreaM2,
  }: Pick<Parcel, 'category' | 'permittedUse' | 'declaredAreaM2'>,
  { isDefault }: Pick<RuleSet, 'isDefault'>,
): Generator<LandGap> {
  if (category === null || NOT_ESTABLISHED.test(category)) {
    yield { code: 'category_unknown', text: 'Категория земель участка неизвестна.' }
  }
  if (permittedUse === null) {
    yield {
      code: 'permitted_use_unknown',
      text: 'Вид разрешённого использования участка неизвестен.',
    }
  }
  if (isDefault) {
    yield {
      code: 'rule_set_default',
      text: 'Регламент места не загружен: нормы взяты из набора по умолчанию.',
    }
  }
  if (declaredAreaM2 === null) {
    yield {
      code: 'no_declared_area',
      text: 'Площадь по документам неизвестна, взята измеренная по границам.',
    }
  }
}
