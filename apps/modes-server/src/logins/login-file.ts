import { createHash } from 'node:crypto';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HostError } from '@modegate/mcp-host/connections';
import {
  findLogin,
  isLoginOf,
  type Login,
  type LoginKey,
  type LoginStore,
  parseLogins,
  printLogins,
  withLogin,
} from '@modegate/mcp-host/oauth';
import { errorCode, readTextFile, updateTextFile, withFileLock } from '@modegate/text-files';

/** Logins in a file that several processes share. */
export interface LoginFile extends LoginStore {
  /** Returns all logins in the file. @throws HostError `LOGIN_FAILED` if the file is unusable. */
  all(): Promise<readonly Login[]>;
}

/**
 * Opens the login file. The file is created with the first login, is readable only by its owner, is replaced
 * atomically, and is read again only after a change.
 */
export function openLoginFile(file: string): LoginFile {
  let known: { readonly version: string; readonly logins: readonly Login[] } | undefined;
  const all = async (): Promise<readonly Login[]> => {
    const version = await fileVersion(file);
    if (known?.version !== version) known = { version, logins: await readLogins(file) };
    return known.logins;
  };
  const change = async (next: (logins: readonly Login[]) => readonly Login[]): Promise<void> => {
    await updateTextFile(file, (text) => printLogins(text, next(requireLogins(file, text))));
    // A file that was created by hand may be readable by others.
    if (process.platform !== 'win32') await chmod(file, 0o600);
  };
  return {
    all,
    find: async (key) => findLogin(await all(), key),
    save: (login) => change((logins) => withLogin(logins, login)),
    async remove(key) {
      const own = (await all()).filter((login) => isLoginOf(login, key));
      if (own.length > 0) await change((logins) => logins.filter((login) => !isLoginOf(login, key)));
      return own;
    },
    async alone(key, run) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      return withFileLock(`${file}.${fingerprint(key)}`, { waitMs: ALONE_WAIT_MS }, run);
    },
  };
}

/** Longer than an issuer may take to respond to requests for metadata and a token refresh. */
const ALONE_WAIT_MS = 60_000;

function fingerprint({ server, url, principal = '' }: LoginKey): string {
  return createHash('sha256')
    .update(JSON.stringify([server, url, principal]))
    .digest('hex')
    .slice(0, 16);
}

/** Returns a version of the file; a replaced file has a different version. */
async function fileVersion(file: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'missing';
    throw unusable(file, `cannot be read (${errorCode(error) ?? String(error)})`);
  }
}

async function readLogins(file: string): Promise<readonly Login[]> {
  const reading = await readTextFile(file, { maxBytes: MAX_BYTES });
  if (reading.state === 'missing') return [];
  if (reading.state === 'read') return requireLogins(file, reading.text);
  throw unusable(file, `cannot be read: ${reading.reason}`);
}

const MAX_BYTES = 16 * 1024 * 1024;

function requireLogins(file: string, text: string | undefined): readonly Login[] {
  const logins = parseLogins(text);
  if ('problem' in logins) throw unusable(file, logins.problem);
  return logins;
}

function unusable(file: string, problem: string): HostError<'LOGIN_FAILED'> {
  const reason = `the file ${file} ${problem}. Correct it, or move it elsewhere and log in again.`;
  return new HostError('LOGIN_FAILED', `No login can be used: ${reason}`, { data: { server: '', reason } });
}
