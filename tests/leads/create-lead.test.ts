import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createDeliveryUpkeep } from '../../src/delivery/delivery-upkeep.ts'
import type { Caller } from '../../src/gate/caller.ts'
import { createLead, type LeadRequest } from '../../src/leads/create-lead.ts'
import { createLeadStore } from '../../src/leads/lead-store.ts'
import { ENGINES, type Engine } from '../support/databases.ts'
import { openTestStores } from '../support/stores.ts'

const CALLER: Caller = {
  username: 'анна',
  role: 'employee',
  userId: null,
  managerId: null,
  source: 'session',
}
const REQUEST: Omit<LeadRequest, 'estimateId'> = {
  name: 'Анна',
  typedPhone: '8 (916) 123-45-67',
  email: null,
  comment: null,
  targetComplex: null,
  targetBudgetRub: null,
}

/** `createLead` where the caller may see the estimate `visible` alone, and there is no CRM. */
async function openLeads(engine: Engine) {
  const stores = await openTestStores(engine)
  const { main, clock } = stores
  const visible = randomUUID()
  let counted = 0
  const parts = {
    store: createLeadStore(main),
    estimateIsVisible: async (asking: Caller, id: string) => asking === CALLER && id === visible,
    crm: undefined,
    counter: { add: () => (counted += 1) },
    clock,
  }
  return {
    visible,
    create: async (estimateId: string | null) =>
      (await createLead(parts, CALLER, { ...REQUEST, estimateId }, undefined)).kind,
    counted: () => counted,
    undelivered: () => createDeliveryUpkeep(main).listUndelivered(9),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  }
}

for (const engine of ENGINES) {
  describe(`creating a lead on ${engine}`, () => {
    it('takes an estimate that the caller may see, and no other', async () => {
      await using leads = await openLeads(engine)
      assert.equal(await leads.create(leads.visible), 'created')
      assert.equal(await leads.create(randomUUID()), 'estimate_unknown')
      assert.equal(leads.counted(), 1)
    })

    it('makes another lead of the same phone for another estimate, or for none', async () => {
      await using leads = await openLeads(engine)
      assert.equal(await leads.create(leads.visible), 'created')
      assert.equal(await leads.create(leads.visible), 'repeated')
      assert.equal(await leads.create(null), 'created')
      assert.equal(leads.counted(), 2)
    })

    it('puts nothing in the queue where there is no CRM', async () => {
      await using leads = await openLeads(engine)
      await leads.create(null)
      assert.deepEqual(await leads.undelivered(), [])
    })
  })
}
