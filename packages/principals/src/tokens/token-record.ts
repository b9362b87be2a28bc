import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { modePattern } from '../principal.ts';

/** Pattern of a token's name. */
export const tokenNamePattern = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Maximum number of tokens in a file; the token in each request is compared with all of them. */
export const MAX_TOKENS = 1_000;

const tokenRecordSchema = z.strictObject({
  name: z.string().regex(tokenNamePattern),
  modes: z.array(z.string().regex(modePattern)).max(100),
  metrics: z.literal(true).optional(),
  edit_modes: z.literal(true).optional(),
  hooks: z.literal(true).optional(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().optional(),
});

const tokenFileSchema = z.strictObject({
  version: z.literal(1),
  tokens: z.array(tokenRecordSchema).max(MAX_TOKENS),
});

/** Stored form of a token, which does not contain the token itself. Times are ISO 8601 in UTC. */
export type TokenRecord = Readonly<z.infer<typeof tokenRecordSchema>>;

/** Parses the text of a tokens file, or describes the error in it. A missing file is treated as one without tokens. */
export function parseTokenFile(text: string | undefined): readonly TokenRecord[] | { readonly problem: string } {
  if (text === undefined) return [];
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  const result = tokenFileSchema.safeParse(content);
  if (!result.success) {
    const [issue] = result.error.issues;
    return { problem: `'${issue?.path.join('.') || 'it'}' is not usable: ${issue?.message ?? ''}` };
  }
  const names = result.data.tokens.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? result.data.tokens : { problem: `two tokens have the name '${twice}'` };
}

/** Formats the text of a tokens file containing these tokens. */
export function printTokenFile(tokens: readonly TokenRecord[]): string {
  return `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`;
}

/** Prefix of every token, so that people and secret scanners recognise tokens. */
export const TOKEN_PREFIX = 'modegate_';

/** Creates a token from 256 random bits. */
export function createToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/**
 * SHA-256 of a token. A slow hash such as scrypt protects secrets chosen by people; 256 random bits cannot be guessed
 * anyway, and a slow hash for each request would only help attackers overload the server.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
