// The verbs besides `serve`. Each is loaded only for a command line that asks for it: one that
// lists users does not wait for the valuation, and the service holds the code of none.
import type { Command } from 'commander'

/** In the order in which the help lists them. */
const TOOLS: Readonly<Record<string, () => Promise<Command>>> = {
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  users: async () => (await import('./users.ts')).usersCommand(),
  sessions: async () => (await import('./sessions.ts')).sessionsCommand(),
  events: async () => (await import('./events.ts')).eventsCommand(),
  deliveries: async () => (await import('./deliveries.ts')).deliveriesCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  datasets: async () => (await import('./datasets.ts')).datasetsCommand(),
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand(),
}

/** The tool of that name; all of them for any other word, as help and corrections name them. */
export function toolCommands(word?: string): Promise<readonly Command[]> {
  const named = Object.entries(TOOLS).filter(([name]) => name === word)
  const asked = named.length > 0 ? named : Object.entries(TOOLS)
  return Promise.all(asked.map(([, load]) => load()))
}
