// Tells of a fault that comes back at every try: once when it begins, and once when it is over.

interface RepeatedFault {
  /** Whether the last try failed. */
  readonly isGoingOn: boolean
  failed(error: unknown): void
  succeeded(): void
}

/**
 * @param began is called again where the fault has become another
 * @param ended is called at the first success after a failure
 */
export function createRepeatedFault(
  began: (error: unknown) => void,
  ended: () => void,
): RepeatedFault {
  let known: string | undefined
  return {
    get isGoingOn() {
      return known !== undefined
    },
    failed(error) {
      const fault = String(error)
      if (fault !== known) began(error)
      known = fault
    },
    succeeded() {
      if (known !== undefined) ended()
      known = undefined
    },
  }
}
