import { nearestName } from '@modegate/nearest-name';
import { AppError, print, remark, splitList } from '@modegate/program-shell';
import { modePattern } from '../principals/principal.ts';
import { addToken, listTokens, revokeToken } from '../principals/tokens/token-file.ts';
import { type TokenRecord, tokenNamePattern } from '../principals/tokens/token-record.ts';
import type { Settings } from '../settings/settings.ts';
import { readExpiry } from './read-expiry.ts';

/** Flags of `modes-server token add`. */
export interface TokenAddFlags {
  readonly modes: string;
  readonly expires?: string;
  readonly replace?: boolean;
}

/** Makes a token and prints it on stdout, with nothing else, so that a script can take it; the rest is said on stderr. */
export async function tokenAdd({ auth }: Settings, name: string, flags: TokenAddFlags): Promise<void> {
  checkName(name);
  const nowMs = Date.now();
  const expiresAtMs = flags.expires === undefined ? undefined : readExpiry(flags.expires, nowMs);
  const modes = readModes(flags.modes);
  const replace = flags.replace === true;
  const token = await addToken(auth.tokensFile, { name, modes, nowMs, expiresAtMs, replace });
  print(token);
  const until = expiresAtMs === undefined ? 'until it is revoked' : `until ${new Date(expiresAtMs).toISOString()}`;
  remark(
    `'${name}' may use ${modes.join(', ')}, ${until}. The token is shown this once; ${auth.tokensFile} has its hash.`,
  );
}

/** Prints the tokens, without anything that would let somebody in. */
export async function tokenList({ auth }: Settings, flags: { readonly json?: boolean }): Promise<void> {
  const tokens = (await listTokens(auth.tokensFile)).map((token) => describeToken(token, Date.now()));
  if (flags.json === true) return print(JSON.stringify({ file: auth.tokensFile, tokens }, null, 2));
  if (tokens.length === 0) print(`No tokens in ${auth.tokensFile}`);
  const width = Math.max(...tokens.map(({ name }) => name.length));
  for (const { name, modes, expires_at, expired } of tokens) {
    const until = expires_at === null ? 'does not expire' : `${expired ? 'expired' : 'expires'} ${expires_at}`;
    print(`${name.padEnd(width)}  ${modes.join(',')}  ${until}`);
  }
}

/** Ends a token; a server that runs takes it no longer. */
export async function tokenRevoke({ auth }: Settings, name: string): Promise<void> {
  const names = await revokeToken(auth.tokensFile, name);
  if (names.includes(name)) return remark(`'${name}' is revoked.`);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
  throw new AppError(`${auth.tokensFile} has no token '${name.slice(0, 60)}'.${hint}`, 1);
}

function describeToken({ name, modes, created_at, expires_at }: TokenRecord, nowMs: number) {
  const expired = expires_at !== undefined && Date.parse(expires_at) <= nowMs;
  return { name, modes, created_at, expires_at: expires_at ?? null, expired };
}

function checkName(name: string): void {
  if (tokenNamePattern.test(name)) return;
  throw new AppError(
    `A token's name is 1 to 64 letters, digits, '.', '_' and '-', and begins with a letter or digit; '${name.slice(0, 64)}' does not fit.`,
  );
}

function readModes(text: string): readonly string[] {
  const modes = splitList(text) ?? [];
  const wrong = modes.find((mode) => !modePattern.test(mode));
  if (wrong !== undefined)
    throw new AppError(
      `--modes: '${wrong.slice(0, 60)}' is not a mode's slug. Give slugs such as code,ask; * and ? are wildcards.`,
    );
  if (modes.length > 0 && modes.length <= 100) return modes;
  throw new AppError('--modes needs 1 to 100 modes, such as code,ask, or * for all of them.');
}
