import { AppError, print, printError, splitList } from '@modegate/cli-kit';
import { didYouMean } from '@modegate/nearest-name';
import { modePattern } from '../principal.ts';
import { addToken, listTokens, removeToken } from '../tokens/token-file.ts';
import { type TokenRecord, tokenNamePattern } from '../tokens/token-record.ts';
import { readExpiry } from './read-expiry.ts';

/** Flags for `token add`. */
export interface TokenAddFlags {
  /** Slugs of the token's modes, separated by commas; optional for a token that grants access to the metrics. */
  readonly modes?: string;
  readonly metrics?: boolean;
  readonly editModes?: boolean;
  /** True to grant access to agents' hooks with these modes, and to nothing else. */
  readonly hooks?: boolean;
  readonly expires?: string;
  readonly replace?: boolean;
}

/** Creates a token and prints only the token to stdout, for use in scripts; everything else goes to stderr. */
export async function tokenAdd(tokensFile: string, name: string, flags: TokenAddFlags): Promise<void> {
  checkName(name);
  const nowMs = Date.now();
  const expiresAtMs = flags.expires === undefined ? undefined : readExpiry(flags.expires, nowMs);
  const mayReadMetrics = flags.metrics === true;
  const mayEditModes = flags.editModes === true;
  if (mayEditModes && flags.modes === undefined)
    throw new AppError(
      '--edit-modes requires --modes. Pass the modes that may be changed, such as code,ask, or * for all modes.',
    );
  const isForHooks = flags.hooks === true;
  if (isForHooks && (mayReadMetrics || mayEditModes))
    throw new AppError('--hooks creates a token for agent hooks only. Remove --metrics and --edit-modes.');
  const modes = mayReadMetrics && flags.modes === undefined ? [] : readModes(flags.modes ?? '');
  const replace = flags.replace === true;
  const rights = { modes, mayReadMetrics, mayEditModes, isForHooks };
  const token = await addToken(tokensFile, { name, ...rights, nowMs, expiresAtMs, replace });
  print(token);
  const until = expiresAtMs === undefined ? 'until it is revoked' : `until ${new Date(expiresAtMs).toISOString()}`;
  const use = [...modes, ...(mayReadMetrics ? ['/metrics'] : [])].join(', ');
  const right = isForHooks ? ' in agent hooks only' : mayEditModes ? ' and change these modes' : '';
  printError(
    `'${name}' may use ${use}${right}, ${until}. The token is shown only once; ${tokensFile} stores its hash.`,
  );
}

/** Prints a list of the tokens without revealing anything that grants access. */
export async function tokenList(tokensFile: string, flags: { readonly json?: boolean }): Promise<void> {
  const tokens = (await listTokens(tokensFile)).map((token) => describeToken(token, Date.now()));
  if (flags.json === true) return print(JSON.stringify({ file: tokensFile, tokens }, null, 2));
  if (tokens.length === 0) print(`No tokens in ${tokensFile}`);
  const width = Math.max(...tokens.map(({ name }) => name.length));
  for (const { name, modes, metrics, edit_modes, hooks, expires_at, expired } of tokens) {
    const until = expires_at === null ? 'does not expire' : `${expired ? 'expired' : 'expires'} ${expires_at}`;
    const use = [...modes, ...(metrics ? ['/metrics'] : [])].join(',');
    print(
      `${name.padEnd(width)}  ${use}${edit_modes ? '  may change these modes' : ''}${hooks ? '  for hooks only' : ''}  ${until}`,
    );
  }
}

/** Revokes a token; a running server stops accepting it. */
export async function tokenRevoke(tokensFile: string, name: string): Promise<void> {
  const names = await removeToken(tokensFile, name);
  if (names.includes(name)) return printError(`'${name}' is revoked.`);
  throw new AppError(`${tokensFile} has no token '${name.slice(0, 60)}'.${didYouMean(name, names)}`, 1);
}

function describeToken(
  { name, modes, metrics, edit_modes, hooks, created_at, expires_at }: TokenRecord,
  nowMs: number,
) {
  const expired = expires_at !== undefined && Date.parse(expires_at) <= nowMs;
  const rights = { metrics: metrics === true, edit_modes: edit_modes === true, hooks: hooks === true };
  return { name, modes, ...rights, created_at, expires_at: expires_at ?? null, expired };
}

function checkName(name: string): void {
  if (tokenNamePattern.test(name)) return;
  throw new AppError(
    `A token's name must consist of 1 to 64 letters, digits, '.', '_' or '-' and begin with a letter or digit; '${name.slice(0, 64)}' is not valid.`,
  );
}

function readModes(text: string): readonly string[] {
  const modes = splitList(text) ?? [];
  const wrong = modes.find((mode) => !modePattern.test(mode));
  if (wrong !== undefined)
    throw new AppError(
      `--modes: '${wrong.slice(0, 60)}' is not a mode slug. Use slugs such as code,ask; * and ? are wildcards.`,
    );
  if (modes.length > 0 && modes.length <= 100) return modes;
  throw new AppError(
    '--modes requires 1 to 100 modes, such as code,ask, or * for all modes. You can omit --modes only with --metrics.',
  );
}
