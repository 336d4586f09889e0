// What the report of best layouts says of parking as cars stand together: where it is among the
// figures, and what the sanitary norm wants of it. Measured in parking-lots.ts.
import { formatNumber, formatShort, nounAfter, withUnit } from '../../text/russian-format.ts'
import { type Fact, note, type Paragraph } from '../document.ts'
import { isFarEnough, namedLots, type ParkingLot } from './parking-lots.ts'

/** The largest parking, and the one nearer to walls, where there is one. */
export function parkingFacts(lots: readonly ParkingLot[]): {
  readonly largest: readonly Fact[]
  readonly nearer: readonly Fact[]
} {
  const { largest, nearer } = namedLots(lots)
  const fact = (label: string, lot: ParkingLot | undefined) =>
    lot ? [{ label, value: lotText(lot) }] : []
  return {
    largest: fact('Крупнейшая стоянка', largest),
    nearer: fact('Ближняя к домам стоянка', nearer),
  }
}

/** `118 мест, до стен 10 м`. */
function lotText({ spaces, toWallsM }: ParkingLot): string {
  const count = `${formatNumber(spaces)} ${nounAfter(spaces, 'место', 'места', 'мест')}`
  return `${count}, до стен ${withUnit(formatShort(toWallsM, 1), 'м')}`
}

/**
 * What the sanitary norm wants of the parkings that are named, and how many of all keep it: no
 * check, since layouts are not held to it.
 */
export function sanitaryNote(lots: readonly ParkingLot[]): Paragraph[] {
  if (lots.length === 0) return []
  const { largest, nearer } = namedLots(lots)
  const each = [...wanted('для крупнейшей', largest), ...wanted('для ближней к домам', nearer)]
  const all = lots.length > 1 ? `; ${keptByText(lots)}` : ''
  return [
    note(
      `Не входит в проверки. Разрыв от стоянки до стен с окнами по СанПиН 2.2.1/2.1.1.1200-03: ${each.join(', ')}${all}.`,
    ),
  ]
}

/** `выдержан у 3 из 4 стоянок`. */
function keptByText(lots: readonly ParkingLot[]): string {
  const count = `${lots.length} ${nounAfter(lots.length, 'стоянки', 'стоянок', 'стоянок')}`
  const kept = lots.filter(isFarEnough).length
  if (kept === 0) return `не выдержан ни у одной из ${count}`
  return kept === lots.length ? 'выдержан у всех стоянок' : `выдержан у ${kept} из ${count}`
}

/** `0 из 4`: how many keep the sanitary distance. */
export function farEnoughText(lots: readonly ParkingLot[]): string {
  return `${lots.filter(isFarEnough).length} из ${lots.length}`
}

function wanted(name: string, lot: ParkingLot | undefined): string[] {
  if (!lot) return []
  const verdict = isFarEnough(lot) ? 'выдержан' : 'не выдержан'
  return [`${name} — ${withUnit(formatNumber(lot.wantedM), 'м')} (${verdict})`]
}
