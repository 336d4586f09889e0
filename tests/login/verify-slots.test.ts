import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createVerifySlots, slotShare, type VerifySlot } from '../../src/login/verify-slots.ts'
import { heldBy } from '../support/held-memory.ts'

describe('verification slots', () => {
  it('are shared by halves, at least one an address', () => {
    assert.deepEqual([1, 2, 3, 4, 5, 64].map(slotShare), [1, 1, 1, 2, 2, 32])
  })

  it('given back by an address make room for as many, and not for its whole share again', () => {
    const slots = createVerifySlots(8)
    const [first] = Array.from({ length: 4 }, () => slots.tryReserve('a'))
    first?.[Symbol.dispose]()
    assert.ok(slots.tryReserve('a'))
    assert.equal(slots.tryReserve('a'), undefined)
    assert.equal(slots.inUse, 4)
  })

  it('remember no address that holds none any more, however many have come', () => {
    const slots = createVerifySlots(2)
    const heldBytes = heldBy(() => {
      for (let address = 0; address < 200_000; address += 1) {
        slots.tryReserve(`address ${address}`)?.[Symbol.dispose]()
      }
    })
    assert.equal(slots.inUse, 0)
    // So many addresses are over 10 MB.
    assert.ok(heldBytes < 4e6, `${heldBytes}`)
  })

  it('account exactly under any interleaving of taking, giving back and giving back twice', () => {
    const step = fc.record({
      address: fc.constantFrom('a', 'b', 'c', 'd'),
      // As many taken as given back, so that an address often holds several.
      release: fc.option(fc.nat(20), { nil: undefined, freq: 2 }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(step, { maxLength: 200, size: 'max' }),
        (workers, steps) => {
          const slots = createVerifySlots(workers)
          const held: { address: string; slot: VerifySlot }[] = []
          const gone: VerifySlot[] = []
          for (const { address, release } of steps) {
            if (release === undefined) {
              const mine = held.filter((one) => one.address === address).length
              const free = held.length < workers && mine < Math.max(1, Math.floor(workers / 2))
              const slot = slots.tryReserve(address)
              assert.equal(slot !== undefined, free)
              if (slot) held.push({ address, slot })
            } else {
              const [taken] = held.splice(release % Math.max(1, held.length), 1)
              taken?.slot[Symbol.dispose]()
              if (taken) gone.push(taken.slot)
              gone[release % Math.max(1, gone.length)]?.[Symbol.dispose]()
            }
            assert.equal(slots.inUse, held.length)
          }
        },
      ),
    )
  })
})
