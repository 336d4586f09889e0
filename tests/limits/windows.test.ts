import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Windows } from '../../src/limits/windows.ts'
import { heldBy } from '../support/held-memory.ts'

const UNBOUNDED = { maxKeys: 1e6, maxTimesPerKey: 1e6, maxTimes: 1e6 }

describe('sliding windows by key', () => {
  it('count the same as a plain list of all times, even when the clock jumps', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      waitMs: fc.integer({ min: 0, max: 700 }),
      what: fc.constantFrom('add', 'count', 'sweep', 'take back', 'wait'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
        const windowMs = 1000
        const windows = new Windows({ windowMs, ...UNBOUNDED })
        const all: { key: string; atMs: number }[] = []
        let nowMs = 0
        for (const { key, waitMs, what } of steps) {
          nowMs += waitMs
          const live = () => all.filter((one) => one.key === key && nowMs - one.atMs < windowMs)
          if (what === 'add') {
            all.push({ key, atMs: nowMs })
            assert.equal(windows.add(key, nowMs), live().length)
          }
          if (what === 'sweep') windows.sweep(nowMs, 2)
          if (what === 'take back') {
            windows.takeBack(key)
            const newest = all.findLastIndex((one) => one.key === key)
            if (newest >= 0) all.splice(newest, 1)
          }
          if (what === 'wait') {
            const oldestMs = live()[0]?.atMs
            const waitS = oldestMs === undefined ? 0 : (oldestMs + windowMs - nowMs) / 1000
            assert.equal(windows.waitS(key, nowMs), waitS)
          }
          assert.equal(windows.count(key, nowMs), live().length)
        }
      }),
    )
  })

  it('holds a time until the window has passed, and not a moment longer', () => {
    const windows = new Windows({ windowMs: 1000, ...UNBOUNDED })
    windows.add('a', 0)
    assert.equal(windows.count('a', 999.999), 1)
    for (const atMs of [0, 0]) windows.add('twice', atMs)
    assert.equal(windows.count('a', 1000), 0)
    assert.equal(windows.count('twice', 1000), 0)
    assert.equal(windows.keys, 0)
  })

  it('takes back the newest time, and leaves no key without times', () => {
    const windows = new Windows({ windowMs: 1000, ...UNBOUNDED })
    windows.takeBack('a')
    for (const atMs of [0, 500, 600]) windows.add('a', atMs)
    windows.takeBack('a')
    assert.equal(windows.count('a', 600), 2)
    assert.equal(windows.waitS('a', 600), 0.4)
    // The first has left the window: the last one is taken back.
    assert.equal(windows.count('a', 1200), 1)
    windows.takeBack('a')
    assert.equal(windows.keys, 0)
    windows.add('b', 1200)
    windows.takeBack('b')
    assert.equal(windows.keys, 0)
  })

  it('past its keys drops the 1 % of them that are longest without a new time', () => {
    const windows = new Windows({ windowMs: 1e9, ...UNBOUNDED, maxKeys: 200 })
    for (let at = 0; at < 200; at += 1) windows.add(`key ${at}`, at)
    windows.add('key 0', 200)
    assert.deepEqual([windows.keys, windows.evicted], [200, 0])
    windows.add('new', 201)
    assert.deepEqual([windows.keys, windows.evicted], [198, 3])
    assert.deepEqual(
      ['key 0', 'key 1', 'key 2', 'key 3', 'key 4', 'new'].map((key) => windows.count(key, 201)),
      [2, 0, 0, 0, 1, 1],
    )
  })

  it('past the times of one key forgets its oldest, so the count stays at the bound', () => {
    const windows = new Windows({ windowMs: 1e9, ...UNBOUNDED, maxTimesPerKey: 100 })
    for (let at = 0; at < 1000; at += 1) assert.equal(windows.add('a', at), Math.min(at + 1, 100))
    assert.equal(windows.count('a', 1000), 100)
    assert.equal(windows.waitS('a', 1000), (900 + 1e9 - 1000) / 1000)
  })

  it('keep no time that has left the window of a key which is never idle', () => {
    const windows = new Windows({ windowMs: 1000, ...UNBOUNDED })
    const heldBytes = heldBy(() => {
      for (let atMs = 0; atMs < 2_000_000; atMs += 1) windows.add('a', atMs)
    })
    assert.equal(windows.count('a', 2_000_000), 999)
    // Two million times are 16 MB.
    assert.ok(heldBytes < 4e6, `${heldBytes}`)
  })

  it('past the times of all keys drops whole keys, never the one just added', () => {
    const windows = new Windows({ windowMs: 1e9, ...UNBOUNDED, maxTimes: 10 })
    for (let at = 0; at < 8; at += 1) windows.add('old', at)
    for (let at = 8; at < 12; at += 1) windows.add('new', at)
    assert.equal(windows.count('old', 12), 0)
    assert.equal(windows.count('new', 12), 4)
    for (let at = 12; at < 20; at += 1) windows.add('new', at)
    assert.equal(windows.count('new', 20), 12)
  })

  it('past the times of all keys drops 1 % of them, with the keys longest without a new time', () => {
    const windows = new Windows({ windowMs: 1e9, ...UNBOUNDED, maxTimes: 200 })
    for (let at = 0; at < 200; at += 1) windows.add(`key ${at % 100}`, at)
    assert.deepEqual([windows.keys, windows.evicted], [100, 0])
    // Of 201 times 198 at most are kept: two keys of two times each go.
    windows.add('new', 200)
    assert.deepEqual([windows.keys, windows.evicted], [99, 2])
    assert.deepEqual(
      ['key 0', 'key 1', 'key 2', 'new'].map((key) => windows.count(key, 200)),
      [0, 0, 2, 1],
    )
  })

  it('drops no live key for times that have left the window or were taken back, however long', () => {
    const windows = new Windows({ windowMs: 1000, ...UNBOUNDED, maxTimes: 10 })
    let nowMs = 0
    for (let round = 0; round < 50; round += 1, nowMs += 250) {
      windows.add('steady', nowMs)
      windows.add(`once ${round}`, nowMs)
      for (let times = 0; times < 2; times += 1) windows.add('taken back', nowMs)
      for (let times = 0; times < 2; times += 1) windows.takeBack('taken back')
    }
    // Four times of the one, and four keys that came once.
    assert.equal(windows.evicted, 0)
    for (let times = 0; times < 3; times += 1) windows.add('more', nowMs - 250)
    assert.equal(windows.evicted, 1)
  })

  it('counts none of the times of a key that was swept towards its bound', () => {
    const windows = new Windows({ windowMs: 1000, ...UNBOUNDED, maxTimes: 10 })
    for (let times = 0; times < 8; times += 1) windows.add('gone', 0)
    windows.sweep(1000, 10)
    for (let key = 0; key < 8; key += 1) windows.add(`live ${key}`, 1000)
    assert.deepEqual([windows.keys, windows.evicted], [8, 0])
  })

  it('forgets every expired key when it is swept, no more at once than asked for', () => {
    const windows = new Windows({ windowMs: 1000, ...UNBOUNDED })
    for (let index = 0; index < 500; index += 1) windows.add(`key ${index}`, index)
    windows.sweep(1250, 2)
    assert.equal(windows.keys, 498)
    windows.sweep(1250, 10_000)
    assert.equal(windows.keys, 249)
    windows.sweep(5000, 10_000)
    assert.equal(windows.keys, 0)
  })
})
