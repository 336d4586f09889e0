// `serve`: runs the service until it is told to stop. This is what `npm start` runs.
import { Command } from 'commander'
import { serve } from '../main.ts'
import { PROJECT_FOLDER } from './command.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .action(() => serve(PROJECT_FOLDER))
}
