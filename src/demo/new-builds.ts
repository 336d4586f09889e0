// The demonstration town's new houses: five estates under sale and their flats, so that a forecast
// for a site has evidence of its own kind. The rest of the town is town.ts's.
import type { Address } from '../addresses/table/address.ts'
import { isoOfDay } from '../calendar.ts'
import { seededRandom } from '../numbers/random.ts'
import { round } from '../numbers/rounding.ts'
import type { Comparable } from '../valuation/comparables/comparable.ts'
import { addressLine, type HouseAddress, houseAddress } from './house-address.ts'

interface NewBuilds {
  readonly addresses: readonly Address[]
  readonly comparables: readonly Comparable[]
}

interface Estate {
  readonly street: string
  readonly district: string
  readonly lat: number
  readonly lon: number
  readonly houses: number
  readonly floorsTotal: number
  /** What the estate itself adds to the logarithm of a price. */
  readonly standing: number
}

const SEED = 20_240_521
const FLATS = 900
const DAYS_BACK = 540

const ESTATES: readonly Estate[] = [
  {
    street: 'улица Первых Проектов',
    district: 'Центральный',
    lat: 61.0525,
    lon: 31.589,
    houses: 4,
    floorsTotal: 10,
    standing: 0.06,
  },
  {
    street: 'Парадный проезд',
    district: 'Заречный',
    lat: 61.0585,
    lon: 31.624,
    houses: 5,
    floorsTotal: 14,
    standing: 0,
  },
  {
    street: 'улица Новосёлов',
    district: 'Заречный',
    lat: 61.0395,
    lon: 31.6075,
    houses: 6,
    floorsTotal: 17,
    standing: -0.05,
  },
  {
    street: 'Ботаническая улица',
    district: 'Центральный',
    lat: 61.0415,
    lon: 31.5805,
    houses: 4,
    floorsTotal: 12,
    standing: -0.02,
  },
  {
    street: 'Северная аллея',
    district: 'Заречный',
    lat: 61.0635,
    lon: 31.5985,
    houses: 4,
    floorsTotal: 9,
    standing: 0.03,
  },
]

/** How fast all prices in the town rise, ln a year. */
export const YEARLY_RISE = 0.08

/** What fifty square metres on the first floor cost today. */
const RUB_PER_M2 = 172_000

/** m², as mass housing offers them, by rooms. */
const AREAS_M2 = [28, 40, 58, 80] as const
const SHARES = [0.25, 0.35, 0.28, 0.12] as const

/** @param lastDay days since 1970-01-01 up to which sales are dated */
export function newBuilds(lastDay: number): NewBuilds {
  const random = seededRandom(SEED)
  const houses = ESTATES.flatMap((estate) =>
    Array.from({ length: estate.houses }, (_, number) => ({
      estate,
      // Two by two, some seventy metres apart.
      address: houseAddress({
        street: estate.street,
        house: String(number + 1),
        district: estate.district,
        lat: round(estate.lat + 0.0006 * Math.floor(number / 2), 6),
        lon: round(estate.lon + 0.0014 * (number % 2), 6),
      }),
    })),
  )
  const flats = Array.from({ length: FLATS }, (_, index) => {
    const house = houses[Math.floor(random() * houses.length)] as (typeof houses)[number]
    return flat(index, house.estate, house.address, lastDay, random)
  })
  return { addresses: houses.map(({ address }) => address), comparables: flats }
}

function flat(
  index: number,
  estate: Estate,
  address: HouseAddress,
  lastDay: number,
  random: () => number,
): Comparable {
  const rooms = roomsOf(random())
  const areaM2 = round((AREAS_M2[rooms] as number) * (0.9 + 0.2 * random()), 1)
  const floor = 1 + Math.floor(random() * estate.floorsTotal)
  const daysAgo = Math.floor(random() * DAYS_BACK)
  const isDeal = random() < 0.5
  const noise = 0.06 * (random() + random() - 1)
  const lnPerM2 =
    Math.log(RUB_PER_M2) +
    estate.standing -
    0.15 * Math.log(areaM2 / 50) +
    0.02 * Math.log(floor) -
    (YEARLY_RISE * daysAgo) / 365 -
    (isDeal ? 0.03 : 0) +
    noise
  return {
    sourceId: `demo-new-${index + 1}`,
    kind: isDeal ? 'deal' : 'listing',
    date: isoOfDay(lastDay - daysAgo),
    priceRub: Math.round((Math.exp(lnPerM2) * areaM2) / 10_000) * 10_000,
    lat: address.lat,
    lon: address.lon,
    address: addressLine(address),
    city: address.city,
    district: estate.district,
    areaM2,
    kitchenAreaM2: null,
    livingAreaM2: null,
    rooms,
    floor,
    floorsTotal: estate.floorsTotal,
    yearBuilt: Number(isoOfDay(lastDay).slice(0, 4)),
    houseMaterial: 'monolith',
    buildingClass: null,
    condition: 'none',
    market: 'new',
    ceilingHeightM: 2.8,
  }
}

function roomsOf(chance: number): number {
  let upTo = 0
  for (const [rooms, share] of SHARES.entries()) {
    upTo += share
    if (chance < upTo) return rooms
  }
  return SHARES.length - 1
}
