// What the registers say of a parcel that a reader of any report must know, in Russian: why no
// house with flats may be built there as it is, on what terms one may, and what they do not say.
// Never judges a project, nor what the norms leave room for.
import { dwellingsAllowed } from '../norms/permitted-use.ts'
import { isSilent } from '../norms/register-silence.ts'
import type { RuleSet } from '../norms/rule-set.ts'
import type { Parcel } from '../parcels/table/parcel.ts'
import { percentInText } from '../text/russian-format.ts'

export const LAND_WARNING_CODES = [
  'land_category',
  'permitted_use_not_residential',
  'permitted_use_no_flats',
  'parcel_not_current',
] as const

/** What forbids nothing, but decides on what terms and on how much ground. */
export const LAND_TERM_CODES = ['public_ownership', 'area_mismatch'] as const

/** What nobody knows of the land, so that it may still forbid the house. */
export const LAND_GAP_CODES = [
  'category_unknown',
  'permitted_use_unknown',
  'rule_set_default',
  'no_declared_area',
] as const

interface Remark<Code> {
  readonly code: Code
  readonly text: string
}
type LandWarning = Remark<(typeof LAND_WARNING_CODES)[number]>
type LandGap = Remark<(typeof LAND_GAP_CODES)[number]>

/** What a register says of a parcel that is no more. */
const GONE = /архивн|снят|аннулир/iu
/** And of one registered only for a term, after which it is no more either. */
const TEMPORARY = /временн/iu

/** Of the land code in force, and of the one before it. */
const OF_SETTLEMENTS = /насел|(?<!\p{L})поселени/iu
const PUBLIC_OWNER = /государствен|федеральн|муниципальн|публично|субъект/iu
const MAX_AREA_DIFFERENCE = 0.05

/**
 * What the registers say against houses with flats, the weightiest first; nothing where they are
 * silent.
 */
export function* landWarnings({
  category,
  permittedUse,
  status,
}: Pick<Parcel, 'category' | 'permittedUse' | 'status'>): Generator<LandWarning> {
  // Land whose category is not established may be any.
  if (category !== null && !isSilent(category) && !OF_SETTLEMENTS.test(category)) {
    yield {
      code: 'land_category',
      text: 'Участок не на землях населённых пунктов: многоквартирный дом здесь строить нельзя.',
    }
  }
  const dwellings = dwellingsAllowed(permittedUse)
  if (dwellings === 'none') {
    yield {
      code: 'permitted_use_not_residential',
      text: 'Вид разрешённого использования не допускает жилых домов: до застройки его нужно изменить.',
    }
  } else if (dwellings === 'family_houses') {
    yield {
      code: 'permitted_use_no_flats',
      text: 'Вид разрешённого использования допускает индивидуальные или блокированные дома, а не многоквартирные: до застройки его нужно изменить.',
    }
  }
  if (status !== null && GONE.test(status)) {
    yield {
      code: 'parcel_not_current',
      text: `Статус участка в реестре — «${status}»: проверьте, существует ли участок.`,
    }
  } else if (status !== null && TEMPORARY.test(status)) {
    yield {
      code: 'parcel_not_current',
      text: `Статус участка в реестре — «${status}»: проверьте, не истёк ли срок временного учёта.`,
    }
  }
}

/** Public land, which is granted at auctions. */
export function* ownershipWarnings({
  ownership,
}: Pick<Parcel, 'ownership'>): Generator<Remark<'public_ownership'>> {
  if (ownership !== null && PUBLIC_OWNER.test(ownership)) {
    yield {
      code: 'public_ownership',
      text: 'Участок в государственной или муниципальной собственности: его предоставляют на торгах, цена земли может быть иной.',
    }
  }
}

/** Where the area by the boundary, which all reports measure by, is not that of the documents. */
export function* areaWarnings({
  areaM2,
  declaredAreaM2,
}: Pick<Parcel, 'areaM2' | 'declaredAreaM2'>): Generator<Remark<'area_mismatch'>> {
  if (declaredAreaM2 === null) return
  if (Math.abs(areaM2 / declaredAreaM2 - 1) > MAX_AREA_DIFFERENCE) {
    yield {
      code: 'area_mismatch',
      text: `Площадь по границам и площадь по документам расходятся больше чем на ${percentInText(MAX_AREA_DIFFERENCE)}: нужны уточнённые границы.`,
    }
  }
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
  if (isSilent(category)) {
    yield {
      code: 'category_unknown',
      text: 'Категория земель участка неизвестна: уточните её в ЕГРН.',
    }
  }
  if (isSilent(permittedUse)) {
    yield {
      code: 'permitted_use_unknown',
      text: 'Вид разрешённого использования участка неизвестен: уточните его в ЕГРН.',
    }
  }
  if (isDefault) {
    yield {
      code: 'rule_set_default',
      text: 'Градостроительного регламента этого места в сервисе нет: взяты типовые нормы, сверьте их с ПЗЗ.',
    }
  }
  if (declaredAreaM2 === null) {
    yield {
      code: 'no_declared_area',
      text: 'Площадь по документам неизвестна: взята измеренная по границам.',
    }
  }
}
