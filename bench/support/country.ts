// A made-up country of flats for benchmarks of size: towns of different sizes with as many sales
// and adverts to a square kilometre as a large city has, from a seed. Never real data.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { dayOfIso, isoOfDay } from '../../src/calendar.ts'
import { KM_PER_DEGREE } from '../../src/geometry/earth.ts'
import { seededRandom, standardNormal } from '../../src/numbers/random.ts'
import { CONDITIONS, type Comparable } from '../../src/valuation/comparables/comparable.ts'

const COLUMNS =
  'source_id,kind,date,price_rub,lat,lon,address,city,district,area_m2,kitchen_area_m2,rooms,floor,floors_total,year_built,house_material,condition,market'

/** Shares of the towns, the largest first: as 1, 1/2, 1/3 … */
const TOWNS = 12
const FLATS_PER_KM2 = 200
const FLATS_PER_HOUSE = 10
const DAYS_BACK = 730

interface House {
  readonly lat: number
  readonly lon: number
  readonly address: string
  readonly town: number
  readonly district: number
  readonly floorsTotal: number
  readonly yearBuilt: number
  readonly material: 'panel' | 'brick' | 'monolith' | 'block'
  readonly level: number
}

interface CountryOptions {
  readonly rows: number
  readonly seed?: number
  /** ISO date of the latest sale. */
  readonly today: string
}

/** Flats one after another, the same for the same options; two in three are adverts. */
export function* countryFlats({ rows, seed = 1, today }: CountryOptions): Generator<Comparable> {
  const random = seededRandom(seed)
  const normal = () => standardNormal(random)
  const houses = housesOf(rows, random, normal)
  const lastDay = dayOfIso(today) as number
  for (let made = 0; made < rows; made += 1) {
    const house = houses[Math.floor(random() * houses.length)]
    if (!house) throw new RangeError('a country needs rows')
    const rooms = 1 + Math.floor(random() * 4)
    const areaM2 = Number((16 + 17 * rooms + 10 * random()).toFixed(1))
    const floor = 1 + Math.floor(random() * house.floorsTotal)
    const condition = CONDITIONS[Math.floor(random() * CONDITIONS.length)] ?? 'none'
    const daysAgo = Math.floor(random() * DAYS_BACK)
    const isListing = random() < 2 / 3
    const lnPrice =
      Math.log(150_000 / (1 + house.town / 3)) +
      0.85 * Math.log(areaM2 / 50) +
      Math.log(50) +
      0.03 * Math.log(floor) -
      (floor === 1 ? 0.04 : 0) +
      0.05 * CONDITIONS.indexOf(condition) +
      0.003 * (house.yearBuilt - 1990) +
      house.level -
      (0.08 * daysAgo) / 365 +
      (isListing ? 0.046 : 0) +
      0.06 * normal()
    yield {
      sourceId: `c${made}`,
      kind: isListing ? 'listing' : 'deal',
      date: isoOfDay(lastDay - daysAgo),
      priceRub: Math.round(Math.exp(lnPrice)),
      lat: house.lat,
      lon: house.lon,
      address: house.address,
      city: `Город ${house.town + 1}`,
      district: `Район ${house.district + 1}`,
      areaM2,
      kitchenAreaM2: random() < 0.5 ? Number((6 + 6 * random()).toFixed(1)) : null,
      livingAreaM2: null,
      rooms,
      floor,
      floorsTotal: house.floorsTotal,
      yearBuilt: house.yearBuilt,
      houseMaterial: house.material,
      buildingClass: null,
      condition: random() < 0.3 ? null : condition,
      market: 'secondary',
      ceilingHeightM: null,
    }
  }
}

/** The same as a CSV.gz that `import comparables` takes. */
export async function writeCountry(path: string, options: CountryOptions): Promise<void> {
  const lines = function* () {
    yield `${COLUMNS}\n`
    let some = ''
    for (const flat of countryFlats(options)) {
      some += `${lineOf(flat)}\n`
      if (some.length < 65_536) continue
      yield some
      some = ''
    }
    yield some
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path))
}

function lineOf(flat: Comparable): string {
  return [
    flat.sourceId,
    flat.kind,
    flat.date,
    flat.priceRub,
    flat.lat,
    flat.lon,
    `"${flat.address}"`,
    flat.city,
    flat.district,
    flat.areaM2,
    flat.kitchenAreaM2 ?? '',
    flat.rooms,
    flat.floor,
    flat.floorsTotal,
    flat.yearBuilt,
    flat.houseMaterial,
    flat.condition ?? '',
    flat.market,
  ].join(',')
}

function housesOf(rows: number, random: () => number, normal: () => number): House[] {
  const parts = Array.from({ length: TOWNS }, (_, town) => 1 / (town + 1))
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return parts.flatMap((part, town) => {
    const flats = (rows * part) / whole
    const sideKm = Math.sqrt(flats / FLATS_PER_KM2)
    const centre = { lat: 48 + town, lon: 40 + 5 * town }
    return Array.from({ length: Math.ceil(flats / FLATS_PER_HOUSE) }, (_, house): House => {
      const [x, y] = [random() - 0.5, random() - 0.5]
      const lon = (x * sideKm) / (KM_PER_DEGREE * Math.cos((centre.lat * Math.PI) / 180))
      return {
        lat: Number((centre.lat + (y * sideKm) / KM_PER_DEGREE).toFixed(6)),
        lon: Number((centre.lon + lon).toFixed(6)),
        address: `Улица ${1 + Math.floor((house * 7) / 50)}, ${1 + (house % 50)}`,
        town,
        district: 4 * Math.floor((x + 0.5) * 4) + Math.floor((y + 0.5) * 4),
        floorsTotal: [5, 9, 12, 16, 24][Math.floor(random() * 5)] ?? 9,
        yearBuilt: 1955 + Math.floor(random() * 68),
        material:
          (['panel', 'brick', 'monolith', 'block'] as const)[Math.floor(random() * 4)] ?? 'panel',
        // Dearer towards the middle, and each house a little of its own.
        level: 0.3 * (0.5 - Math.hypot(x, y)) + 0.05 * normal(),
      }
    })
  })
}
