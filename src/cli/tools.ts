// The verbs besides `serve`, with all they need. Loaded only for a command line that asks for one:
// the service would hold their code for nothing.
import type { Command } from 'commander'
import { datasetsCommand } from './datasets.ts'
import { deliveriesCommand } from './deliveries.ts'
import { doctorCommand } from './doctor.ts'
import { evaluateCommand } from './evaluate.ts'
import { eventsCommand } from './events.ts'
import { importCommand } from './import.ts'
import { migrateCommand } from './migrate.ts'
import { sessionsCommand } from './sessions.ts'
import { usersCommand } from './users.ts'

export function toolCommands(): readonly Command[] {
  return [
    migrateCommand(),
    doctorCommand(),
    usersCommand(),
    sessionsCommand(),
    eventsCommand(),
    deliveriesCommand(),
    importCommand(),
    datasetsCommand(),
    evaluateCommand(),
  ]
}
