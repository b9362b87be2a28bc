import { AppError } from '@modegate/cli-kit';
import { requireTextFile, updateTextFile } from '@modegate/text-files';
import {
  createToken,
  hashToken,
  MAX_TOKENS,
  parseTokenFile,
  printTokenFile,
  type TokenRecord,
} from './token-record.ts';

/** Properties of a new token. */
export interface NewToken {
  readonly name: string;
  readonly modes: readonly string[];
  /** True if the token may read `/metrics`. Default false. */
  readonly mayReadMetrics?: boolean;
  /** True if the token may edit its modes. Default false. */
  readonly mayEditModes?: boolean;
  /** True if the token grants access to agent hooks only. Default false. */
  readonly isForHooks?: boolean;
  readonly nowMs: number;
  /** Undefined for a token that is valid until it is revoked. */
  readonly expiresAtMs: number | undefined;
  /** True if the token may replace an existing token with the same name, which is then revoked. */
  readonly replace: boolean;
}

/** Reads the tokens in a file. @throws {AppError} exit code 1 if the file is unusable. */
export async function listTokens(file: string): Promise<readonly TokenRecord[]> {
  return tokensOf(file, await requireTextFile(file));
}

/**
 * Creates a token, stores its hash, and returns the token, which cannot be read afterwards. Only the owner may read the
 * file.
 *
 * @throws {AppError} exit code 1 if the name is taken or the file is unusable; nothing is written in that case.
 */
export async function addToken(file: string, wanted: NewToken): Promise<string> {
  const token = createToken();
  const record = toRecord(wanted, token);
  await updateTextFile(file, (text) => {
    const tokens = tokensOf(file, text);
    const others = tokens.filter(({ name }) => name !== wanted.name);
    if (others.length !== tokens.length && !wanted.replace)
      throw new AppError(
        `A token named '${wanted.name}' already exists. Choose another name, or use --replace, which revokes the old one.`,
        1,
      );
    if (others.length >= MAX_TOKENS)
      throw new AppError(`${file} has ${MAX_TOKENS} tokens, which is the limit. Revoke one first.`, 1);
    return printTokenFile([...others, record]);
  });
  return token;
}

/**
 * Revokes a token. Returns the names of all tokens that existed before the call, so that the caller can determine
 * whether the token existed.
 */
export async function removeToken(file: string, name: string): Promise<readonly string[]> {
  let names: readonly string[] = [];
  await updateTextFile(file, (text) => {
    const tokens = tokensOf(file, text);
    names = tokens.map((each) => each.name);
    return names.includes(name) ? printTokenFile(tokens.filter((each) => each.name !== name)) : undefined;
  });
  return names;
}

function toRecord(wanted: NewToken, token: string): TokenRecord {
  const { name, modes, mayReadMetrics = false, mayEditModes = false, isForHooks = false, nowMs, expiresAtMs } = wanted;
  return {
    name,
    modes: [...new Set(modes)],
    ...(mayReadMetrics ? { metrics: true } : {}),
    ...(mayEditModes ? { edit_modes: true } : {}),
    ...(isForHooks ? { hooks: true } : {}),
    sha256: hashToken(token).toString('hex'),
    created_at: new Date(nowMs).toISOString(),
    ...(expiresAtMs === undefined ? {} : { expires_at: new Date(expiresAtMs).toISOString() }),
  };
}

function tokensOf(file: string, text: string | undefined): readonly TokenRecord[] {
  const parsed = parseTokenFile(text);
  if ('problem' in parsed) throw new AppError(`The tokens in ${file} cannot be used: ${parsed.problem}.`, 1);
  return parsed;
}
