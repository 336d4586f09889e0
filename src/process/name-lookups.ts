// Whether the system is still asked for the address of a name. It is asked in a thread of Node's
// own, which nobody can end, and which the orderly end of a process waits for: where no name server
// answers, by the system's usual limits for 10 s a server.

/** How Node names such a request among what keeps a process alive. */
const LOOKUP = 'GetAddrInfoReqWrap'

export function isLookingUpNames(): boolean {
  return process.getActiveResourcesInfo().includes(LOOKUP)
}
