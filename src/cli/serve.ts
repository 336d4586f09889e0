// `serve`: runs the service until a signal stops it. This is what `npm start` runs.
import { Command } from 'commander'
import { type OutputOptions, PROJECT_FOLDER } from './command.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .option('--json', 'log JSON lines on a terminal too, as anywhere else')
    .action(async ({ json = false }: OutputOptions) => {
      // Loaded here, so that the other commands start without the HTTP server.
      const { serve } = await import('../main.ts')
      await serve(PROJECT_FOLDER, { json })
    })
}
