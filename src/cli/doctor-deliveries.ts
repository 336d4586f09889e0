// What `doctor` says of messages and leads that have not left the service. Sends none, and tries no
// receiver.
import { createDeliveryStore, type DeliveryState } from '../delivery/delivery-store.ts'
import { DESTINATIONS, type Destination } from '../delivery/outgoing.ts'
import type { Settings } from '../settings.ts'
import type { Stores } from '../stores.ts'
import type { Finding } from './doctor-finding.ts'

/** What waits longer was tried in vain several times, or nothing sends it. */
const LONG_WAIT_S = 900

const SEE = '`tradein deliveries list` shows why.'

/** Nothing without the main database. */
export async function examineDeliveries(
  { main }: Partial<Pick<Stores, 'main'>>,
  { leadWebhookUrl }: Pick<Settings, 'leadWebhookUrl'>,
  wallMs: number,
): Promise<readonly Finding[]> {
  if (!main) return []
  const check = 'deliveries'
  const store = createDeliveryStore(main)
  const warnings: string[] = []
  let waiting = 0
  for (const destination of DESTINATIONS) {
    const state = await store.state(destination)
    const isSent = destination !== 'crm' || leadWebhookUrl !== undefined
    warnings.push(...warningsOf(destination, state, isSent, wallMs))
    waiting += state.pending
  }
  if (warnings.length > 0) return warnings.map((says) => ({ check, verdict: 'warning', says }))
  return [{ check, verdict: 'ok', says: waiting === 0 ? 'none waits' : `${waiting} wait` }]
}

function warningsOf(
  destination: Destination,
  { pending, failed, oldestPendingAt }: DeliveryState,
  isSent: boolean,
  wallMs: number,
): readonly string[] {
  const warnings: string[] = []
  if (failed > 0) warnings.push(`${failed} to the ${destination} were given up. ${SEE}`)
  if (oldestPendingAt === undefined) return warnings
  const waiting = `${pending} to the ${destination} wait`
  if (!isSent) {
    const move =
      'They go out once it is, however old; `tradein deliveries drop` ends those that should not.'
    warnings.push(`${waiting}, but LEAD_WEBHOOK_URL is not set. ${move}`)
  } else if (wallMs - Date.parse(oldestPendingAt) > LONG_WAIT_S * 1000) {
    warnings.push(`${waiting}, the oldest since ${oldestPendingAt}. ${SEE}`)
  }
  return warnings
}
