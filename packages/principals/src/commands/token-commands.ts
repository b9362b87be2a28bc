import type { Command } from 'commander';
import type { TokenAddFlags } from './token.ts';

/** A program that manages its own tokens. */
export interface TokenProgram {
  /** Adds the flags that specify the location of the settings. */
  readonly withSettings: (command: Command) => Command;
  /** Returns the tokens file specified by a command's flags. */
  readonly tokensFile: (command: Command) => string;
  /**
   * True if each token specifies its modes and may grant access to metrics; false if each token grants access to the
   * whole server.
   */
  readonly hasModes: boolean;
}

/** Adds `token add`, `token list` and `token revoke`; their code is loaded only when one of them is called. */
export function addTokenCommands(program: Command, { withSettings, tokensFile, hasModes }: TokenProgram): void {
  const token = program.command('token').description('manage the tokens of HTTP clients');
  const add = withSettings(token.command('add <name>'))
    .description('create a token and print it to stdout; it is shown only once')
    .option('--expires <when>', 'expiry: a duration such as 30d, or a date (default: never)')
    .option('--replace', 'first revoke the existing token with this name')
    .action(async (name: string, flags: TokenAddFlags, command: Command) =>
      (await load()).tokenAdd(tokensFile(command), name, { ...flags, ...(hasModes ? {} : { modes: '*' }) }),
    );
  if (hasModes)
    add
      .option('--modes <modes>', 'modes that the token may use: slugs separated by commas; * and ? are wildcards')
      .option('--hooks', 'restrict the token to agent hooks that use a URL, with these modes')
      .option('--edit-modes', 'allow the token to change these modes on the serve --http --ui page')
      .option('--metrics', 'allow the token to read /metrics');
  withSettings(token.command('list'))
    .description('list the tokens by name, without their secrets')
    .option('--json', 'print the list as JSON')
    .action(async (flags: { readonly json?: boolean }, command: Command) =>
      (await load()).tokenList(tokensFile(command), flags),
    );
  withSettings(token.command('revoke <name>'))
    .description('revoke a token; running servers stop accepting it')
    .action(async (name: string, _flags: object, command: Command) =>
      (await load()).tokenRevoke(tokensFile(command), name),
    );
}

function load(): Promise<typeof import('./token.ts')> {
  return import('./token.ts');
}
