// The demonstration town: streets, houses, land, and some thousands of sales and adverts, all made
// up from a seed. It stands where there is no town. Every answer that rests on it says so.
import type { Address } from '../addresses/table/address.ts'
import { dayOfIso, isoOfDay } from '../calendar.ts'
import { radians } from '../geometry/angles.ts'
import { seededRandom, standardNormal } from '../numbers/random.ts'
import { round } from '../numbers/rounding.ts'
import type { ImportedParcel } from '../parcels/table/parcel-store.ts'
import {
  CONDITIONS,
  type Comparable,
  type Condition,
  type HouseMaterial,
} from '../valuation/comparables/comparable.ts'
import { addressLine, CITY, type HouseAddress, houseAddress } from './house-address.ts'
import { newBuilds, YEARLY_RISE } from './new-builds.ts'
import { demoParcels } from './parcels.ts'

interface DemoTown {
  readonly addresses: readonly Address[]
  readonly comparables: readonly Comparable[]
  readonly parcels: readonly ImportedParcel[]
}

const SEED = 20_240_520
const COMPARABLES = 4_000
const DAYS_BACK = 730

/** The middle of a lake: no real house is near. */
const CENTRE = { lat: 61.05, lon: 31.6 }

/** Not geometry/earth.ts's: with that the town's houses, and every example figure, would move. */
const TOWN_KM_PER_DEGREE = 111.2

const STREETS: readonly (readonly [name: string, houses: number])[] = [
  ['улица Ленина', 46],
  ['улица Мира', 38],
  ['Садовая улица', 34],
  ['Набережная улица', 28],
  ['проспект Строителей', 52],
  ['улица Космонавтов', 40],
  ['Школьная улица', 24],
  ['улица Гагарина', 44],
  ['Лесная улица', 22],
  ['улица Победы', 36],
  ['Молодёжная улица', 30],
  ['Озёрный бульвар', 26],
  ['переулок Чехова', 14],
  ['улица Пушкина', 32],
  ['1-я Заводская улица', 20],
  ['2-я Заводская улица', 18],
  ['Кленовая аллея', 16],
  ['улица Академика Королёва', 34],
]

interface House {
  readonly address: HouseAddress
  readonly floorsTotal: number
  readonly yearBuilt: number
  readonly material: HouseMaterial
  /** What the house itself adds to the logarithm of a price. */
  readonly standing: number
}

/** The town itself, as a row of the table. */
const TOWN: Address = {
  city: CITY,
  street: '',
  house: '',
  district: null,
  lat: CENTRE.lat,
  lon: CENTRE.lon,
  postalCode: null,
  fiasId: null,
  population: 61_000,
}

/** @param today ISO date up to which sales are dated */
export function demoTown(today: string): DemoTown {
  const random = seededRandom(SEED)
  const houses = STREETS.flatMap(([street, count], index) =>
    streetHouses(street, count, index, random),
  )
  const lastDay = dayOfIso(today) as number
  const built = Array.from({ length: COMPARABLES }, (_, index) =>
    comparable(index, houses[Math.floor(random() * houses.length)] as House, lastDay, random),
  )
  const fresh = newBuilds(lastDay)
  return {
    addresses: [TOWN, ...houses.map(({ address }) => address), ...fresh.addresses],
    comparables: [...built, ...fresh.comparables],
    parcels: demoParcels([CENTRE.lon, CENTRE.lat]),
  }
}

function streetHouses(street: string, count: number, index: number, random: () => number): House[] {
  const angle = (index / STREETS.length) * Math.PI
  const [startKm, offsetKm] = [-2 + random(), (index % 6) * 0.7 - 1.8]
  const built = 1955 + Math.floor(random() * 60)
  return Array.from({ length: count }, (_, number) => {
    const alongKm = startKm + number * 0.06
    const xKm = alongKm * Math.cos(angle) - offsetKm * Math.sin(angle)
    const yKm = alongKm * Math.sin(angle) + offsetKm * Math.cos(angle)
    const yearBuilt = Math.min(2024, built + Math.floor(random() * 12))
    return {
      address: houseAddress({
        street,
        house: number % 7 === 6 ? `${number + 1}к2` : String(number + 1),
        district: xKm + yKm > 0 ? 'Заречный' : 'Центральный',
        lat: round(CENTRE.lat + yKm / TOWN_KM_PER_DEGREE, 6),
        lon: round(CENTRE.lon + xKm / (TOWN_KM_PER_DEGREE * Math.cos(radians(CENTRE.lat))), 6),
      }),
      floorsTotal: yearBuilt < 1970 ? 5 : yearBuilt < 1995 ? 9 : 12 + Math.floor(random() * 6),
      yearBuilt,
      material: yearBuilt < 1965 ? 'brick' : yearBuilt < 1998 ? 'panel' : 'monolith',
      standing: 0.05 * standardNormal(random) - 0.06 * Math.hypot(xKm, yKm),
    }
  })
}

/** What fifty square metres of 1985, without finish, in the middle of town cost today. */
const RUB_PER_M2 = 118_000

const CONDITION_GAIN: Readonly<Record<Condition, number>> = {
  none: 0,
  cosmetic: 0.05,
  euro: 0.1,
  designer: 0.16,
}

/**
 * Sold or offered at a price that follows a rule of the town's own: there is something to learn.
 */
function comparable(
  index: number,
  house: House,
  lastDay: number,
  random: () => number,
): Comparable {
  const rooms = Math.floor(random() * random() * 4.5) + (random() < 0.1 ? 0 : 1)
  const areaM2 = round(20 + rooms * 16.5 + 9 * random() + 4 * standardNormal(random), 1)
  const floor = 1 + Math.floor(random() * house.floorsTotal)
  const daysAgo = Math.floor(random() * DAYS_BACK)
  const condition = CONDITIONS[Math.floor(random() * CONDITIONS.length)] as Condition
  const isDeal = random() < 0.4
  const { address } = house
  const lnPerM2 =
    Math.log(RUB_PER_M2) +
    house.standing +
    CONDITION_GAIN[condition] +
    0.004 * (house.yearBuilt - 1985) -
    0.15 * Math.log(areaM2 / 50) +
    0.028 * Math.log(floor) -
    (floor === 1 ? 0.04 : 0) -
    (floor === house.floorsTotal ? 0.02 : 0) -
    (YEARLY_RISE * daysAgo) / 365 -
    (isDeal ? 0.045 : 0) +
    0.045 * standardNormal(random)
  return {
    sourceId: `demo-${index + 1}`,
    kind: isDeal ? 'deal' : 'listing',
    date: isoOfDay(lastDay - daysAgo),
    priceRub: Math.round((Math.exp(lnPerM2) * areaM2) / 10_000) * 10_000,
    lat: address.lat,
    lon: address.lon,
    address: addressLine(address),
    city: CITY,
    district: address.district,
    areaM2,
    kitchenAreaM2: round(areaM2 * (0.14 + 0.06 * random()), 1),
    livingAreaM2: round(areaM2 * (0.55 + 0.08 * random()), 1),
    rooms,
    floor,
    floorsTotal: house.floorsTotal,
    yearBuilt: house.yearBuilt,
    houseMaterial: house.material,
    buildingClass: null,
    condition,
    market: 'secondary',
    ceilingHeightM: house.yearBuilt < 1965 ? 3 : 2.6,
  }
}
