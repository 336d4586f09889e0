// For servers that have to be told their port, and for calls that must find nobody there.
import { createServer } from 'node:net'

/** At which nobody listened a moment ago, on 127.0.0.1; somebody else may take it first. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
