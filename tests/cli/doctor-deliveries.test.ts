// What `doctor` says of messages and leads that have not left the service.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { examineDeliveries } from '../../src/cli/doctor-deliveries.ts'
import { createDeliveryStore, enqueueDelivery } from '../../src/delivery/delivery-store.ts'
import type { DeliveryKind, Destination } from '../../src/delivery/outgoing.ts'
import { ENGINES } from '../support/databases.ts'
import { openTestStores } from '../support/stores.ts'

const CRM = { leadWebhookUrl: 'https://crm.example/leads' }
const NO_CRM = { leadWebhookUrl: undefined }

for (const engine of ENGINES) {
  describe(`doctor on deliveries, on ${engine}`, () => {
    it('warns of what was given up, of what waits long, and of leads that nothing sends', async () => {
      await using stores = await openTestStores(engine)
      const { main } = stores
      const wallMs = stores.clock.wallMs()
      const enqueue = async (number: number, destination: Destination, kind: DeliveryKind) => {
        const recordId = `00000000-0000-4000-8000-0000000000a${number}`
        await main.query.transaction().execute(async (transaction) => {
          await enqueueDelivery(transaction, { recordId, destination, kind, wallMs })
        })
      }
      const said = async (settings: typeof CRM | typeof NO_CRM, laterS = 0) =>
        (await examineDeliveries({ main }, settings, wallMs + laterS * 1000)).map(
          ({ verdict, says }) => `${verdict}: ${says}`,
        )
      assert.deepEqual(await said(CRM), ['ok: none waits'])

      await enqueue(1, 'messenger', 'pilot')
      await enqueue(2, 'crm', 'lead')
      await enqueue(3, 'crm', 'lead')
      assert.deepEqual(await said(CRM, 900), ['ok: 3 wait'])
      assert.deepEqual(await said(CRM, 901), [
        'warning: 1 to the messenger wait, the oldest since 2026-01-15T09:30:00.000Z. `tradein deliveries list` shows why.',
        'warning: 2 to the crm wait, the oldest since 2026-01-15T09:30:00.000Z. `tradein deliveries list` shows why.',
      ])
      assert.deepEqual(await said(NO_CRM), [
        'warning: 2 to the crm wait, but LEAD_WEBHOOK_URL is not set. They go out once it is, however old; `tradein deliveries drop` ends those that should not.',
      ])

      const store = createDeliveryStore(main)
      for (const claim of await store.claimDue('messenger', 1, wallMs)) {
        await store.giveUp(claim, 'webhook answered 422')
      }
      assert.deepEqual(await said(CRM), [
        'warning: 1 to the messenger were given up. `tradein deliveries list` shows why.',
      ])
    })

    it('says nothing of them without the main database', async () => {
      assert.deepEqual(await examineDeliveries({}, CRM, 0), [])
    })
  })
}
