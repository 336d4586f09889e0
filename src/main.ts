// The service as a process: settings, service, listen, close on a signal; nothing else. Run by
// cli/serve.ts, not by itself: bin/tradein.js is the one entry.
import closeWithGrace from 'close-with-grace'
import { buildService, type Service } from './app.ts'
import { systemClock } from './clock.ts'
import { createLogger, type Logger, logAtAnyLevel } from './logging.ts'
import { returnStartMemory, tuneEngine } from './process/javascript-engine.ts'
import { isLookingUpNames } from './process/name-lookups.ts'
import { openFilesWarnings } from './process/open-files.ts'
import { StartFault } from './process/start-fault.ts'
import { CRASH_SIGNALS, onStopSignal, STOP_SIGNALS } from './process/stop-signals.ts'
import { codeOf, messageOf } from './process/thrown.ts'
import { VERSION } from './process/version.ts'
import { settingsWarnings } from './settings/checks.ts'
import { readSettingsForStart } from './settings/files.ts'
import { environmentWithDotEnv, type Settings, warningsOfDotEnv } from './settings.ts'

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
    ending.service = await buildService(settings, { clock: systemClock, log, print })
    url = await listen(ending.service, settings)
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
  // off: a thread that gets no processor time, or no answer, may not keep the process beyond its
  // limit.
  const endWithoutThreads = () => {
    const hasThreadsEnding = ending.service?.hasPlanningThreadsEnding() || isLookingUpNames()
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

/**
 * Given `localhost`, Fastify would listen on `::1` as well, with a second server that knows none of
 * our rules for connections and that no stop waits for.
 */
const LOCALHOST = '127.0.0.1'

/** @throws StartFault if the address cannot be listened on */
async function listen({ app }: Service, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host: host === 'localhost' ? LOCALHOST : host, port })
  } catch (error) {
    const fault = LISTEN_FAULTS[codeOf(error) ?? '']
    throw new StartFault(fault?.(host, port) ?? messageOf(error))
  }
}

const LISTEN_FAULTS: Readonly<Record<string, (host: string, port: number) => string>> = {
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
