// A database with the tables, and dispatchers over it as separate processes would run them.
import { randomUUID } from 'node:crypto'
import type { Channel } from '../../src/delivery/channel.ts'
import { createDeliveryStore, type DeliveryStore } from '../../src/delivery/delivery-store.ts'
import { createDeliveryUpkeep } from '../../src/delivery/delivery-upkeep.ts'
import { startDispatcher } from '../../src/delivery/dispatcher.ts'
import { createSupportStore } from '../../src/support-messages/support-store.ts'
import type { Engine } from '../support/databases.ts'
import { openTestStores } from '../support/stores.ts'
import { until } from '../support/waiting.ts'

export async function openOutbox(engine: Engine) {
  const stores = await openTestStores(engine)
  const { clock, logged } = stores
  const messages = createSupportStore(stores.main)
  const store = createDeliveryStore(stores.main)
  const counted: string[] = []
  const attempts: string[] = []
  const begun: string[] = []
  const dispatchers: { stop(limitS: number): Promise<void> }[] = []
  return {
    clock,
    logged,
    store,
    upkeep: createDeliveryUpkeep(stores.main),
    counted,
    attempts,
    /** The records of all attempts that were begun, as soon as a look has claimed them. */
    begun,
    async add(text = 'текст') {
      const id = randomUUID()
      const nobody = { username: null, ip: '::1', contact: '@me', page: null, estimateId: null }
      await messages.add({ id, channel: 'anon', text, ...nobody }, clock.wallMs())
      return id
    },
    async start(
      deliver: Channel['deliver'],
      over: Partial<DeliveryStore> = {},
      load: (id: string) => ReturnType<typeof messages.find> = messages.find,
    ) {
      let looks = 0
      const dispatcher = await startDispatcher({
        destination: 'messenger',
        channel: { atOnce: 2, deliver },
        serviceStopping: new AbortController().signal,
        store: {
          ...store,
          ...over,
          // The last that a look asks for, once all it could begin has begun.
          nextAttemptAt: async (destination) => {
            const next = await store.nextAttemptAt(destination)
            looks += 1
            return next
          },
        },
        load: (_kind, id) => {
          begun.push(id)
          return load(id)
        },
        onDelivered: (kind) => counted.push(kind),
        onAttempt: (result) => attempts.push(result),
        random: () => 0,
        clock,
        log: logged.log,
      })
      dispatchers.push(dispatcher)
      return {
        ...dispatcher,
        get state() {
          return dispatcher.state
        },
        /** Wakes it, and resolves when it has looked; not by a look that was under way before. */
        async look() {
          for (let time = 0; time < 2; time += 1) {
            const before = looks
            dispatcher.wake()
            await until(() => looks > before)
          }
        },
      }
    },
    pending: async () => (await store.state('messenger')).pending,
    async [Symbol.asyncDispose]() {
      for (const dispatcher of dispatchers) await dispatcher.stop(0)
      await stores[Symbol.asyncDispose]()
    },
  }
}
