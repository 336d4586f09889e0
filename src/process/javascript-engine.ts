// What the process asks of V8 and Node before and after the service starts. Called by the process
// that serves, never by a part: it holds for all that runs in it.
import { createHook } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** To be called before the service is built. */
export function tuneEngine(): void {
  keepYoungGenerationSmall()
  keepTickShape()
}

/**
 * V8 doubles the room for young objects under load, up to 134 MB, and hardly gives it back: a flood
 * of requests would be most of the service's memory. Keeping it at its initial size costs 5 % of a
 * request's time.
 */
function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * One tick, which lives as long as the process so that V8 remembers its shape. It is the one thing
 * that a module of the main thread holds: it belongs to the process, not to a service.
 */
const kept: object[] = []

/**
 * Node makes an object for each `process.nextTick` from a literal with computed keys. V8 makes it
 * fast only while it remembers the shape, and it forgets shapes that no living object has: after a
 * collection in a quiet moment of the start every tick took the slow way, 6 % of a request's time.
 */
function keepTickShape(): void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') kept.push(resource)
    },
  })
  hook.enable()
  process.nextTick(() => {})
  hook.disable()
}

/**
 * A start leaves garbage for which V8 would keep room: this gives about 20 MB back at once. V8's
 * last-resort collection is the one that shrinks the heap.
 */
export async function returnStartMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
