import type { Command } from 'commander';
import type { LoginFlags, LogoutFlags } from './commands/login.ts';
import { settingsOf } from './settings/command-settings.ts';

/** Adds `login` and `logout`, which are loaded on demand. */
export function addLoginCommands(program: Command, withSettings: (command: Command) => Command): void {
  withSettings(program.command('login <server>'))
    .description('log in to a remote server by OAuth, in a browser')
    .option('--scope <scopes>', 'ask for these scopes, separated by blanks (default: those that the server wants)')
    .option('--issuer <url>', 'whose tokens to get, where the server takes those of several')
    .option('--client-id <id>', 'the id of a client that is registered with the issuer (default: one is registered)')
    .option('--client-id-url <url>', 'where a client metadata document is published (env MODEGATE_OAUTH_CLIENT_ID_URL)')
    .option('--callback-port <port>', 'the port that the browser returns to (default: the system chooses one)')
    .option('--timeout <seconds>', 'how long to wait for the browser (default: 300)')
    .option('--open', 'open the browser')
    .option('--principal <name>', 'whose login, where principals use the server over HTTP: the name of a token')
    .exitOverride()
    .action(async (server: string, flags: LoginFlags, command: Command) =>
      (await load()).login(settingsOf(command), server, flags),
    );
  withSettings(program.command('logout <server>'))
    .description('end the login to a remote server')
    .option('--principal <name>', 'whose login ends: the name of a token')
    .exitOverride()
    .action(async (server: string, flags: LogoutFlags, command: Command) =>
      (await load()).logout(settingsOf(command), server, flags),
    );
}

function load(): Promise<typeof import('./commands/login.ts')> {
  return import('./commands/login.ts');
}
