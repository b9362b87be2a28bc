import type { Command } from 'commander';
import type { TokenAddFlags } from './commands/token.ts';
import { resolveSettings, type SettingsFlags } from './settings/settings.ts';

/** Adds `token add`, `token list` and `token revoke`; what they do is loaded when one of them is called. */
export function addTokenCommands(program: Command, withSettings: (command: Command) => Command): void {
  const token = program.command('token').description('manage the tokens that HTTP clients show').exitOverride();
  withSettings(token.command('add <name>'))
    .description('make a token, and print it on stdout this once')
    .requiredOption(
      '--modes <modes>',
      'what it may use: slugs of modes with commas between them; * and ? are wildcards',
    )
    .option('--expires <when>', 'when it ends: a span such as 30d, or a date (default: never)')
    .option('--replace', 'end the token that has this name')
    .exitOverride()
    .action(async (name: string, flags: TokenAddFlags, command: Command) =>
      (await load()).tokenAdd(settingsOf(command), name, flags),
    );
  withSettings(token.command('list'))
    .description('list the tokens by name, without what would let somebody in')
    .option('--json', 'print the list as JSON')
    .exitOverride()
    .action(async (flags: { readonly json?: boolean }, command: Command) =>
      (await load()).tokenList(settingsOf(command), flags),
    );
  withSettings(token.command('revoke <name>'))
    .description('end a token; a server that runs takes it no longer')
    .exitOverride()
    .action(async (name: string, _flags: object, command: Command) =>
      (await load()).tokenRevoke(settingsOf(command), name),
    );
}

function load(): Promise<typeof import('./commands/token.ts')> {
  return import('./commands/token.ts');
}

function settingsOf(command: Command) {
  return resolveSettings({ ...command.optsWithGlobals<SettingsFlags>(), ...command.opts<SettingsFlags>() });
}
