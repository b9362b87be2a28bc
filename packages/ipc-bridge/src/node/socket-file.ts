import { chmod, link, lstat, mkdir, mkdtemp, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { IpcAddress } from '../address.ts';
import { formatAddress } from '../address.ts';
import { IpcError } from '../ipc-error.ts';
import { invalidAddress, MAX_PATH_BYTES, socketPath } from './connect-targets.ts';
import { openTarget } from './open-channel.ts';

type SocketAddress = Extract<IpcAddress, { readonly kind: 'socket' }>;

const PROBE_TIMEOUT_MS = 2_000;
// A claim takes milliseconds and at most one probe, so a lock this old belongs to a process that was killed.
const LOCK_STALE_MS = 10_000;
const LOCK_RETRY_MS = 10;

/**
 * Prepares to bind a socket file. A server bound under one name and published under another cannot be reached before
 * its permissions are set. On close, the system removes only the private name, never a path that another server has
 * taken over.
 * @throws {IpcError} ADDRESS_INVALID if the path is too long, or if its folder is missing or not writable.
 */
export async function prepareSocketFile(address: SocketAddress) {
  const folder = await createFolder(address, dirname(socketPath(address)));
  // The working directory may have changed by the time `remove` is called.
  const path = resolve(address.path);
  const privatePath = join(folder, 's');
  if (Buffer.byteLength(privatePath) > MAX_PATH_BYTES) {
    await rm(folder, { recursive: true, force: true });
    throw invalidAddress(address, `the path of its folder is too long; the maximum is ${MAX_PATH_BYTES - 10} bytes`);
  }
  let identity: Identity | undefined;
  return {
    /** Path to bind: in a new folder that only this user may enter, next to the public path. */
    privatePath,
    /**
     * Restricts the bound socket to this user (mode 0600) and publishes it at its path.
     * @throws {IpcError} ADDRESS_IN_USE if a server is listening there, or the file there is not a socket.
     */
    publish: async () => {
      await chmod(privatePath, 0o600);
      const own = identify(await lstat(privatePath));
      await locked(address, path, () => claim({ address, path, privatePath }));
      identity = own;
    },
    /** Removes the public path, unless it now belongs to another server. */
    remove: async () => {
      if (identity !== undefined && isSame(await look(path), identity)) await unlink(path);
    },
    /** Removes the private folder. */
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

interface Claim {
  readonly address: SocketAddress;
  readonly path: string;
  readonly privatePath: string;
}

interface Identity {
  readonly dev: number;
  readonly ino: number;
}

// Without the lock, each of two servers that found the same stale file would remove the other's new file.
async function locked(address: SocketAddress, path: string, work: () => Promise<void>): Promise<void> {
  const lock = `${path}.lock`;
  while (!(await tryLock(lock))) {
    // The same applies to a stale lock: if two servers found it, the slower server would remove the faster server's new
    // lock.
    if (await isLeftBehind(lock)) await locked(address, lock, () => removeLeftBehind(address, lock));
    else await setTimeout(LOCK_RETRY_MS);
  }
  try {
    await work();
  } finally {
    await rmdir(lock).catch(ifMissing);
  }
}

async function isLeftBehind(lock: string): Promise<boolean> {
  const found = await lstat(lock).catch(ifMissing);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > LOCK_STALE_MS;
}

async function removeLeftBehind(address: SocketAddress, lock: string): Promise<void> {
  if (!(await isLeftBehind(lock))) return;
  await rmdir(lock).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT')
      throw inUse(address, `the stale lock ${lock} could not be removed. Remove it manually.`);
  });
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

// Under this lock, a server removes only its own file, before it stops listening.
async function claim({ address, path, privatePath }: Claim): Promise<void> {
  const found = await look(path);
  if (found !== undefined) await removeStale(address, path, found.isSocket);
  try {
    // Unlike renaming, linking never replaces a file that has appeared in the meantime.
    await link(privatePath, path);
  } catch (error) {
    if ((await look(path)) !== undefined) throw inUse(address, 'another server has just started there.');
    if (codeOf(error) === 'ENOENT') throw invalidAddress(address, 'its folder is gone', error);
    // Some file systems have no hard links.
    await rename(privatePath, path);
  }
}

async function removeStale(address: SocketAddress, path: string, isSocket: boolean): Promise<void> {
  if (!isSocket)
    throw inUse(address, 'the path exists but is not a socket. Move the existing file, or choose another path.');
  const answer = await probe(path);
  if (answer === 'ENOENT') return;
  if (answer !== 'ECONNREFUSED') {
    const state =
      answer === 'connected'
        ? 'another server is listening there'
        : `cannot determine whether a server is listening there (${answer})`;
    throw inUse(address, `${state}. Stop any server there, or choose another path.`);
  }
  await unlink(path).catch(ifMissing);
}

async function probe(path: string): Promise<string> {
  try {
    const channel = await openTarget({ path }, { timeoutMs: PROBE_TIMEOUT_MS });
    channel.close();
    return 'connected';
  } catch (error) {
    return codeOf(error) ?? 'no reason given';
  }
}

async function createFolder(address: SocketAddress, parent: string): Promise<string> {
  try {
    return await mkdtemp(`${parent}${sep}.`);
  } catch (error) {
    const code = codeOf(error);
    const reason =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? `its folder ${parent} does not exist`
        : `nothing can be created in its folder ${parent} (${code})`;
    throw invalidAddress(address, reason, error);
  }
}

async function look(path: string): Promise<(Identity & { readonly isSocket: boolean }) | undefined> {
  const file = await lstat(path).catch(ifMissing);
  return file && { ...identify(file), isSocket: file.isSocket() };
}

function ifMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function identify({ dev, ino }: Identity): Identity {
  return { dev, ino };
}

function isSame(found: Identity | undefined, wanted: Identity): boolean {
  return found?.dev === wanted.dev && found.ino === wanted.ino;
}

function inUse(address: IpcAddress, why: string): IpcError<'ADDRESS_IN_USE'> {
  const text = formatAddress(address);
  return new IpcError('ADDRESS_IN_USE', `${text} is taken: ${why}`, { data: { address: text } });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
