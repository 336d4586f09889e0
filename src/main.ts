// The service as a process: settings, service, listen, close on a signal; nothing else. Run by
// cli/serve.ts, not by itself: bin/tradein.js is the one entry.
import closeWithGrace from 'close-with-grace'
import { buildService, type Service } from './app.ts'
import { systemClock } from './clock.ts'
import { listen, tryAddress } from './http/listen.ts'
import { createLogger, type Logger, logAtAnyLevel } from './logging.ts'
import { returnStartMemory, tuneEngine } from './process/javascript-engine.ts'
import { isLookingUpNames } from './process/name-lookups.ts'
import { openFilesWarnings } from './process/open-files.ts'
import { CRASH_SIGNALS, onStopSignal, STOP_SIGNALS } from './process/stop-signals.ts'
import { VERSION } from './process/version.ts'
import { settingsWarnings } from './settings/checks.ts'
import { readSettingsForStart } from './settings/files.ts'
import { environmentWithDotEnv, warningsOfDotEnv } from './settings.ts'

/** A stop that takes longer than this is cut off. */
const STOP_LIMIT_MS = 8_500

interface ServeOptions {
  /** Ignores that there is a terminal: nothing is printed but the log's JSON lines. */
  readonly json: boolean
}

/** Starts and returns once it listens. @throws what stops the start */
export async function serve(folder: string, { json }: ServeOptions): Promise<void> {
  tuneEngine()
  const settings = await readSettingsForStart(environmentWithDotEnv(folder))
  const toTerminal = process.stdout.isTTY === true && !json
  const log = await createLogger(settings, toTerminal)
  const ofSettings = [...warningsOfDotEnv(folder), ...settingsWarnings(settings)]
  for (const warning of [...openFilesWarnings(), ...ofSettings]) log.warn(warning)

  // From here on a signal is listened for: process 1 of a container gets no other signals.
  const ending = stopBeforeEnd(log)
  const print = toTerminal ? (text: string) => void process.stdout.write(text) : undefined
  let url: string
  try {
    await tryAddress(settings)
    ending.service = await buildService(settings, { clock: systemClock, log, print })
    url = await listen(ending.service.app, settings)
  } catch (error) {
    // Nothing may keep alive a process that does not serve.
    ending.forget()
    await ending.service?.stop()
    throw error
  }
  logAtAnyLevel(log, { url, version: VERSION }, 'listening')
  await returnStartMemory()
  print?.(`The service answers at ${url}\n`)
}

interface Ending {
  /** Undefined until it is built: till then there is nothing to answer and nothing to write out. */
  service: Service | undefined
  /** Listens for no signal and no fault any more. */
  forget(): void
}

/** Stops the service before a signal, or a fault that nobody has handled, ends the process. */
function stopBeforeEnd(log: Logger): Ending {
  let stopSignal: string | undefined
  let isStopping = false
  // The orderly end of a process waits for its threads. All is written and closed by then, or cut
  // off: a thread that gets no processor time, or no answer, or is still hashing a password, may
  // not keep the process beyond its limit.
  const endWithoutThreads = () => {
    const hasThreadsEnding = ending.service?.hasThreadsEnding() || isLookingUpNames()
    if (hasThreadsEnding) process.kill(process.pid, 'SIGKILL')
  }
  const grace = closeWithGrace(
    {
      delay: STOP_LIMIT_MS,
      logger: false,
      skip: [...STOP_SIGNALS, ...CRASH_SIGNALS],
      onTimeout: () => {
        log.error({ limitMs: STOP_LIMIT_MS }, 'the stop took too long and was cut off')
        endWithoutThreads()
      },
    },
    async ({ err, signal }) => {
      isStopping = true
      if (err) log.fatal({ err }, 'stopping over a fault')
      else log.info({ signal: stopSignal ?? signal }, 'stopping')
      await ending.service?.stop()
      log.info('stopped')
      endWithoutThreads()
    },
  )
  const forgetSignals = onStopSignal(
    {
      stop(signal) {
        // A stop because of a fault is under way, and still ends as one.
        if (isStopping) return
        stopSignal = signal
        void grace.close()
      },
      cutShort() {
        endWithoutThreads()
        process.exit(1)
      },
    },
    systemClock,
  )
  // Sent by mistake to a program that is thought to reopen its log on it.
  process.on('SIGUSR1', (signal) => log.warn({ signal }, 'signal without a meaning here'))
  const ending: Ending = {
    service: undefined,
    forget() {
      grace.uninstall()
      forgetSignals()
    },
  }
  return ending
}
