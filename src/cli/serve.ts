// `serve`: runs the service until a signal stops it. This is what `npm start` runs.
import { Command } from 'commander'
import { PROJECT_FOLDER } from './command.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .action(async () => {
      // Loaded here, so that the other commands start without the HTTP server.
      const { serve } = await import('../main.ts')
      await serve(PROJECT_FOLDER)
    })
}
