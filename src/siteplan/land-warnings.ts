// Why no house with flats may be built on a parcel as it is, in Russian: by what the registers say of
// the land. Never judges a project, nor what the norms leave room for.
import { permittedUseOf } from '../norms/permitted-use.ts'
import type { Parcel } from '../parcels/table/parcel.ts'

export const LAND_WARNING_CODES = [
  'land_category',
  'permitted_use_not_residential',
  'permitted_use_no_flats',
  'parcel_not_current',
] as const

interface LandWarning {
  readonly code: (typeof LAND_WARNING_CODES)[number]
  readonly text: string
}

/** What a register says of a parcel that is no more. */
const GONE = /архивн|снят|аннулир/iu
/** And of one that is not registered for good: after its term there is none either. */
const TEMPORARY = /временн/iu

/** Land whose category is not established may be any. */
const MAY_BE_OF_SETTLEMENTS = /насел|не\s(?:установлен|определ[её]н)/iu

/** What the registers say against houses with flats, the weightiest first; nothing where they are silent. */
export function* landWarnings({
  category,
  permittedUse,
  status,
}: Pick<Parcel, 'category' | 'permittedUse' | 'status'>): Generator<LandWarning> {
  if (category !== null && !MAY_BE_OF_SETTLEMENTS.test(category)) {
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
