// The id that best layouts carry as `report_id`: one id never names two answers. Finds no layouts.
import { hash } from 'node:crypto'
import type { LayoutInputs } from './make-layouts.ts'

/** Changes when the method gives other layouts for the same inputs. */
const METHOD_VERSION = 'layouts-17'

/**
 * A digest of all that the layouts depend on, names of fields and the method's version included.
 */
export function layoutsId(
  { parcel, isDemo, request, ruleSet, ...money }: LayoutInputs,
  methodVersion = METHOD_VERSION,
): string {
  const { cadastralNumber, geometry, address, areaM2 } = parcel
  const { declaredAreaM2, category, permittedUse, status, ownership } = parcel
  const text = JSON.stringify([
    methodVersion,
    { cadastralNumber, geometry, address, areaM2 },
    { declaredAreaM2, category, permittedUse, status, ownership },
    isDemo,
    request,
    ruleSet,
    money,
  ])
  return hash('sha256', text, 'hex').slice(0, 16)
}
