// One made-up message on its way out, and the claim of its delivery, to be varied.
import type { ClaimedDelivery } from '../../src/delivery/delivery-store.ts'
import type { OutgoingSupportMessage } from '../../src/delivery/outgoing.ts'

export const MESSAGE: OutgoingSupportMessage = {
  kind: 'support_anon',
  id: '6f1c7c1e-0000-4000-8000-000000000001',
  createdAt: '2026-01-15T09:30:00.000Z',
  username: null,
  text: 'цена < 5 & > 3',
  contact: '@me',
  page: null,
  estimateId: null,
}

export const CLAIM: ClaimedDelivery = {
  recordId: MESSAGE.id,
  kind: MESSAGE.kind,
  attempts: 1,
  partsSent: 0,
  giveUpAt: '2026-02-01T00:00:00.000Z',
}
