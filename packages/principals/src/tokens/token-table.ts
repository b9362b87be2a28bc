import { timingSafeEqual } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { CredentialState } from '@modegate/mcp-protocol/http';
import { errorCode, readTextFile, unsafeWriter } from '@modegate/text-files';
import { type AuthFailure, authFailure } from '../auth-failure.ts';
import type { Principal } from '../principal.ts';
import { hashToken, parseTokenFile, type TokenRecord } from './token-record.ts';

/** The current tokens in a file. */
export interface TokenTable {
  /** Finds the bearer of a token. Checks the file each time, so that revocation takes effect immediately. */
  find(token: string): Promise<Principal | AuthFailure>;
  /** Checks the file once, and returns a function that determines whether earlier tokens are still valid. */
  review(): Promise<(principal: Principal) => CredentialState>;
}

/** Options for {@link openTokenTable}. */
export interface TokenTableOptions {
  readonly file: string;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
  /** Called with a sentence when the file becomes unusable; no token is accepted until it is usable again. */
  readonly onProblem: (message: string) => void;
}

interface Entry {
  readonly hash: Buffer;
  readonly principal: Principal;
}

/** Content of a tokens file at one point in time. */
interface FileSnapshot {
  readonly state: string;
  readonly entries: readonly Entry[];
}

/** Opens a table; does not read the file until it receives the first token. */
export function openTokenTable({ file, now, onProblem }: TokenTableOptions): TokenTable {
  let loaded: FileSnapshot | undefined;
  let reported: string | undefined;
  /** Undefined if the file is unusable; checked again when the next token arrives. */
  const current = async (): Promise<readonly Entry[] | undefined> => {
    const found = await statIfThere(file);
    const state = typeof found === 'object' ? describeState(found) : found;
    if (loaded?.state === state) return loaded.entries;
    const entries = await readEntries(file, found);
    loaded = Array.isArray(entries) && isSettled(found) ? { state, entries } : undefined;
    const problem = Array.isArray(entries) ? undefined : entries.problem;
    if (problem !== undefined && problem !== reported) onProblem(`The tokens in ${file} cannot be used: ${problem}.`);
    reported = problem;
    return Array.isArray(entries) ? entries : undefined;
  };
  const hasEnded = ({ expiresAtMs }: Principal): boolean => expiresAtMs !== undefined && expiresAtMs <= now();
  return {
    find: async (token) => {
      const entries = await current();
      if (entries === undefined) return authFailure('NOT_JUDGED', 'Tokens cannot be checked at the moment', RETRY_MS);
      const principal = findPrincipal(entries, hashToken(token));
      if (principal === undefined) return authFailure('TOKEN_UNKNOWN', 'The token is unknown');
      return hasEnded(principal) ? authFailure('TOKEN_EXPIRED', 'The token has expired') : principal;
    },
    review: async () => {
      const entries = await current();
      // While the file is unusable, no request is admitted.
      if (entries === undefined) return () => 'over';
      const known = new Set(entries.map(({ principal }) => principal.credential));
      return (principal) => (!known.has(principal.credential) ? 'revoked' : hasEnded(principal) ? 'over' : 'holds');
    },
  };
}

const RETRY_MS = 5_000;

/** All hashes are compared, each in constant time, so that the duration does not reveal how close a guess was. */
function findPrincipal(entries: readonly Entry[], hash: Buffer): Principal | undefined {
  let found: Principal | undefined;
  for (const entry of entries) if (timingSafeEqual(entry.hash, hash)) found = entry.principal;
  return found;
}

async function readEntries(file: string, found: BigIntStats | string): Promise<Entry[] | { readonly problem: string }> {
  if (found === 'ENOENT') return [];
  if (typeof found === 'string') return { problem: `it cannot be read (${found})` };
  // Anyone who can write to the file can grant access.
  const unsafe = unsafeWriter(found);
  if (unsafe !== undefined) return { problem: unsafe };
  const reading = await readTextFile(file);
  if (reading.state === 'unreadable') return { problem: reading.reason };
  const parsed = parseTokenFile(reading.state === 'read' ? reading.text : undefined);
  return 'problem' in parsed ? parsed : parsed.map(toEntry);
}

function toEntry(record: TokenRecord): Entry {
  const { name, modes, metrics, edit_modes: editModes, hooks, sha256, expires_at: expiresAt } = record;
  const expiresAtMs = expiresAt === undefined ? undefined : Date.parse(expiresAt);
  return {
    hash: Buffer.from(sha256, 'hex'),
    principal: {
      kind: 'principal',
      id: `token:${name}`,
      name,
      modes,
      mayReadMetrics: metrics === true,
      mayEditModes: editModes === true,
      ...(hooks === true ? { isForHooks: true } : {}),
      credential: sha256,
      expiresAtMs,
    },
  };
}

/** Returns the file's status, or the system's error code if the status cannot be read. */
function statIfThere(file: string): Promise<BigIntStats | string> {
  return stat(file, { bigint: true }).catch(errorCode);
}

/** On any file system, changes shortly before and shortly after a read may have the same timestamp. */
const UNCERTAIN_MS = 2_000;

/** True if the last change is old enough, by the machine's clock, for a later change to have a different timestamp. */
function isSettled(found: BigIntStats | string): boolean {
  return typeof found === 'string' || Number(found.ctimeNs / 1_000_000n) + UNCERTAIN_MS < Date.now();
}

/**
 * Returns a string that changes with every modification of a settled file: replacing the file changes the inode, and
 * modifying the file changes the timestamp.
 */
function describeState({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
