// A file of addresses multiplied: its streets again in made-up cities, a fifth of them renamed.
// Never in the service: it only shows how the search grows.
import type { Address } from '../../../src/addresses/table/address.ts'
import { type Draws, drawsFrom } from './draws.ts'

/** So many addresses: the file's own, then those of made-up cities. */
export function* scaled(
  addresses: readonly Address[],
  count: number,
  seed: number,
): Generator<Address> {
  for (let made = 0, copy = 0; made < count; copy++) {
    for (const address of copyOf(addresses, copy, seed)) {
      if (made++ >= count) return
      yield address
    }
  }
}

/** The file once more, in a made-up city, with a fifth of its streets under made-up names. */
export function copyOf(addresses: readonly Address[], copy: number, seed: number): Address[] {
  if (copy === 0) return [...addresses]
  const draws = drawsFrom(`${seed}:copy:${copy}`)
  const city = `${madeUp(draws, 3)}ск`
  const renamed = new Map<string, string>()
  return addresses.map((address) => {
    let street = renamed.get(address.street)
    if (street === undefined) {
      street = draws.below(5) === 0 ? `улица ${madeUp(draws, 3)}ова` : address.street
      renamed.set(address.street, street)
    }
    return {
      ...address,
      city,
      street,
      lat: (address.lat ?? 0) - ((copy * 7) % 15),
      lon: (address.lon ?? 0) + ((copy * 11) % 90),
    }
  })
}

function madeUp(draws: Draws, syllables: number): string {
  let word = ''
  for (let i = 0; i < syllables; i++) {
    word += draws.pick('бвгдзклмнпрст'.split('')) + draws.pick('аеиоу'.split(''))
    if (draws.below(3) === 0) word += draws.pick('йлмнрс'.split(''))
  }
  return word.charAt(0).toUpperCase() + word.slice(1)
}
