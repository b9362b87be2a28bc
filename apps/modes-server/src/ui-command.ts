import type { Command } from 'commander';
import { settingsOf } from './settings/command-settings.ts';
import { withServerSettings } from './settings/settings-options.ts';
import type { UiFlags } from './ui/run-ui.ts';

/** Adds `ui`, which is loaded on demand. */
export function addUiCommand(program: Command, setExitCode: (code: number) => void): void {
  withServerSettings(program.command('ui'))
    .description('edit modes in the browser, and see what each may do')
    .option('--port <port>', 'where to listen on this machine (default: a port that the system chooses)')
    .option('--no-open', 'only print the address')
    .option('--offline', 'do not start other servers')
    .option('--timeout <seconds>', 'how long other servers may take to start (default: 20)')
    .action(async (flags: UiFlags, command: Command) => {
      const { runUi } = await import('./ui/run-ui.ts');
      setExitCode(await runUi(settingsOf(command), flags));
    });
}
