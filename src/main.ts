// The service as a process: settings, service, listen, close on a signal; nothing else.
import closeWithGrace from 'close-with-grace'
import { buildService } from './app.ts'
import { systemClock } from './clock.ts'
import { createLogger } from './logging.ts'
import { environmentWithDotEnv, readSettings, settingsWarnings } from './settings.ts'

/** A stop that takes longer than this is cut off. */
const STOP_LIMIT_MS = 9_500

/** Starts and returns once it listens. @throws what stops the start */
export async function serve(folder: string): Promise<void> {
  const settings = readSettings(environmentWithDotEnv(folder))
  const toTerminal = process.stdout.isTTY === true
  const log = createLogger(settings, toTerminal)
  for (const warning of settingsWarnings(settings)) log.warn(warning)

  const print = toTerminal ? (text: string) => void process.stdout.write(text) : undefined
  const service = await buildService(settings, { clock: systemClock, log, print })
  closeWithGrace({ delay: STOP_LIMIT_MS, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping over a fault')
    else log.info({ signal }, 'stopping')
    await service.stop()
    log.info('stopped')
  })

  const url = await service.app.listen({ host: settings.host, port: settings.port })
  log.info({ url }, 'listening')
  print?.(`The service answers at ${url}\n`)
}
