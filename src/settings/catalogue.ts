// All settings together, and the type of their values. Each stands in the file of its part; reading
// them is settings.ts's.
import { addressSettings } from './addresses.ts'
import { deliverySettings } from './delivery.ts'
import type { Setting } from './kinds.ts'
import { serverSettings } from './server.ts'
import { signInSettings } from './sign-in.ts'
import { siteplanSettings } from './siteplan.ts'
import { valuationSettings } from './valuation.ts'

export const catalogue = {
  ...serverSettings,
  ...signInSettings,
  ...valuationSettings,
  ...siteplanSettings,
  ...addressSettings,
  ...deliverySettings,
} as const

export type Settings = {
  readonly [K in keyof typeof catalogue]: (typeof catalogue)[K] extends Setting<infer T> ? T : never
}

/** All settings by part, in the order of their documentation. */
export const settingsByPart: readonly {
  readonly part: string
  readonly settings: readonly Setting<unknown>[]
}[] = [
  { part: 'Server and databases', settings: Object.values(serverSettings) },
  { part: 'Sign-in', settings: Object.values(signInSettings) },
  { part: 'Valuation and trade-in', settings: Object.values(valuationSettings) },
  { part: 'Site planning', settings: Object.values(siteplanSettings) },
  {
    part: 'Addresses, leads, support, pilot requests',
    settings: Object.values({ ...addressSettings, ...deliverySettings }),
  },
]
