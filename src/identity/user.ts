// Who a user is: roles, access states, and the closed readings of both from whatever a database
// column holds. Never asks a database.

export const ROLES = ['employee', 'manager', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const ACCESS_STATES = ['active', 'trial_expired', 'disabled'] as const
export type AccessState = (typeof ACCESS_STATES)[number]

/** Longest username, in Unicode code points. */
export const USERNAME_MAX_LENGTH = 64

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value)
}

/**
 * The access state that a registry column's value means; `undefined` for a value that means none.
 * Registry `tradein` keeps a boolean, registry `auth` the state's own word.
 */
export type AccessReading = (value: unknown) => AccessState | undefined

export const accessFromIsActive: AccessReading = (value) => {
  if (value === true) return 'active'
  return value === false ? 'disabled' : undefined
}

export const accessFromWord: AccessReading = (value) =>
  ACCESS_STATES.find((state) => state === value)

/**
 * Closed by default: whatever is not recognised cannot sign in, a state added later included.
 * @param onUnrecognised called with the type of a value that means no state
 */
export function accessStateOf(
  value: unknown,
  reading: AccessReading,
  onUnrecognised: (type: string) => void,
): AccessState {
  const state = reading(value)
  if (state === undefined) onUnrecognised(value === null ? 'null' : typeof value)
  return state ?? 'disabled'
}

/**
 * Whether a registry could hold the name at all: U+0000 and unpaired surrogates have no place in
 * either database's text. Such a name is simply unknown.
 */
export function isStorableName(username: string): boolean {
  return username.isWellFormed() && !username.includes('\0')
}
