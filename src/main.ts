// The service as a process: settings, service, listen, close on a signal; nothing else.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import closeWithGrace from 'close-with-grace'
import { buildService } from './app.ts'
import { systemClock } from './clock.ts'
import { createLogger } from './logging.ts'
import { environmentWithDotEnv, readSettings } from './settings.ts'
import { settingsWarnings } from './settings-checks.ts'

/** A stop that takes longer than this is cut off. */
const STOP_LIMIT_MS = 9_500

/**
 * Starting leaves garbage behind that V8 would keep room for: about 20 MB are given back at once.
 * Its last-resort collection is the one that shrinks the heap.
 */
async function returnStartMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/**
 * V8 doubles the room for young objects under load, up to 134 MB, and hardly gives it back: a flood
 * of requests would be most of the service's memory. Kept at its first size, it costs a request 5 %.
 */
function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Starts and returns once it listens. @throws what stops the start */
export async function serve(folder: string): Promise<void> {
  keepYoungGenerationSmall()
  const settings = readSettings(environmentWithDotEnv(folder))
  const toTerminal = process.stdout.isTTY === true
  const log = createLogger(settings, toTerminal)
  for (const warning of settingsWarnings(settings)) log.warn(warning)

  const print = toTerminal ? (text: string) => void process.stdout.write(text) : undefined
  const service = await buildService(settings, { clock: systemClock, log, print })
  const grace = closeWithGrace({ delay: STOP_LIMIT_MS, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping over a fault')
    else log.info({ signal }, 'stopping')
    await service.stop()
    log.info('stopped')
  })

  const url = await service.app
    .listen({ host: settings.host, port: settings.port })
    .catch(async (error: unknown) => {
      // Nothing may keep alive a process that does not serve.
      grace.uninstall()
      await service.stop()
      throw error
    })
  log.info({ url }, 'listening')
  await returnStartMemory()
  print?.(`The service answers at ${url}\n`)
}
