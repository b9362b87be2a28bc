import type { Command } from 'commander';
import type { LoginFlags, LogoutFlags } from './commands/login.ts';
import { settingsOf } from './settings/command-settings.ts';
import { withServerSettings } from './settings/settings-options.ts';

/** Adds `login` and `logout`, which are loaded on demand. */
export function addLoginCommands(program: Command): void {
  withServerSettings(program.command('login <server>'))
    .description('log in to a remote server with OAuth, in a browser')
    .option('--scope <scopes>', 'scopes to request, separated by spaces (default: the scopes that the server asks for)')
    .option('--issuer <url>', 'issuer to get tokens from, if the server accepts tokens from several')
    .option(
      '--client-id <id>',
      'the id of a client that is registered with the issuer (default: a new client is registered)',
    )
    .option('--client-id-url <url>', 'URL of a published client metadata document (env MODEGATE_OAUTH_CLIENT_ID_URL)')
    .option('--callback-port <port>', 'the port that the browser returns to (default: a port that the system chooses)')
    .option('--timeout <seconds>', 'how long to wait for the browser (default: 300)')
    .option('--open', 'open the browser')
    .option('--principal <name>', 'principal to log in, if principals use the server over HTTP: the name of a token')
    .action(async (server: string, flags: LoginFlags, command: Command) =>
      (await load()).login(settingsOf(command), server, flags),
    );
  withServerSettings(program.command('logout <server>'))
    .description('log out of a remote server')
    .option('--principal <name>', 'principal to log out: the name of a token')
    .action(async (server: string, flags: LogoutFlags, command: Command) =>
      (await load()).logout(settingsOf(command), server, flags),
    );
}

function load(): Promise<typeof import('./commands/login.ts')> {
  return import('./commands/login.ts');
}
