// The address that the service listens on, and what to say where it cannot.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartFault } from '../process/start-fault.ts'
import { codeOf, messageOf } from '../process/thrown.ts'
import type { Settings } from '../settings.ts'
import type { App } from './server.ts'

type Address = Pick<Settings, 'host' | 'port'>

/**
 * For before anything is opened: a start beside a running service would else bring the schema up to
 * date under it, and only then find that it cannot listen.
 * @throws StartFault if the address cannot be listened on
 */
export async function tryAddress(address: Address): Promise<void> {
  const trial = createServer()
  try {
    trial.listen(listenedOn(address))
    await once(trial, 'listening')
  } catch (error) {
    throw faultOf(error, address)
  }
  trial.close()
  await once(trial, 'close')
}

/** @returns the URL that answers. @throws StartFault if the address cannot be listened on */
export async function listen(app: Pick<App, 'listen'>, address: Address): Promise<string> {
  try {
    return await app.listen(listenedOn(address))
  } catch (error) {
    throw faultOf(error, address)
  }
}

/**
 * Given `localhost`, Fastify would listen on `::1` as well, with a second server that knows none of
 * our rules for connections and that no stop waits for.
 */
const LOCALHOST = '127.0.0.1'

function listenedOn({ host, port }: Address): Address {
  return { host: host === 'localhost' ? LOCALHOST : host, port }
}

function faultOf(error: unknown, { host, port }: Address): StartFault {
  const fault = FAULTS[codeOf(error) ?? '']
  return new StartFault(fault?.(host, port) ?? messageOf(error))
}

const FAULTS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `PORT ${port} on ${host} is in use. Choose another PORT, or stop what uses it.`,
  EACCES: (_host, port) =>
    `PORT ${port} may not be used by this user. Choose one from 1024 on, or 0 for any that is free.`,
  EADDRNOTAVAIL: (host) =>
    `HOST ${host} is no address of this machine. Use one of its own, 127.0.0.1, or 0.0.0.0 for all.`,
  EINVAL: (host) =>
    `HOST ${host} cannot be listened on. An address that begins with fe80 needs its interface behind it, as in fe80::1%eth0.`,
  ENOTFOUND: (host) =>
    `HOST ${host} is neither an address nor a name that can be resolved. Use an address of this machine, 127.0.0.1, or 0.0.0.0 for all.`,
  EAI_AGAIN: (host) =>
    `HOST ${host} is a name that cannot be resolved now. Try again when DNS answers, or use an address.`,
}
