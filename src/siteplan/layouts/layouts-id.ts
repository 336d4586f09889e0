// What best layouts depend on, as their `report_id` tells it. Finds no layouts.
import { reportIdOf } from '../report-id.ts'
import type { LayoutInputs } from './make-layouts.ts'

/** Changes when the method gives other layouts for the same inputs. */
export const METHOD_VERSION = 'layouts-27'

export function layoutsId({ parcel, isDemo, request, ruleSet, ...money }: LayoutInputs): string {
  const { cadastralNumber, geometry, address, areaM2 } = parcel
  const { declaredAreaM2, category, permittedUse, status, ownership } = parcel
  return reportIdOf(
    METHOD_VERSION,
    { cadastralNumber, geometry, address, areaM2 },
    { declaredAreaM2, category, permittedUse, status, ownership },
    isDemo,
    request,
    ruleSet,
    money,
  )
}
