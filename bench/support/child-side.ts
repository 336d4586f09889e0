// The child's side of children.ts.
import type { Usage } from './children.ts'

type Answers = Readonly<Record<string, (argument: never) => unknown>>

interface Question {
  readonly question: string
  readonly argument: never
}

/** Tells the parent `ready`, then answers its questions by name; `usage` is always among them. */
export function serveParent(ready: string, answers: Answers = {}): void {
  const all: Answers = { usage, ...answers }
  const answer = async ({ question, argument }: Question) => {
    try {
      process.send?.({ answer: await all[question]?.(argument) })
    } catch (error) {
      process.send?.({ fault: error instanceof Error ? error.stack : String(error) })
    }
  }
  process.on('message', (message: Question) => void answer(message))
  // A parent that died leaves no child behind.
  process.on('disconnect', () => process.exit(0))
  process.send?.({ answer: ready })
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return {
    cpuUs: user + system,
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
  }
}
