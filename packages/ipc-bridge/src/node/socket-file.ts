import { chmod, link, lstat, mkdtemp, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { IpcAddress } from '../address.ts';
import { formatAddress } from '../address.ts';
import { IpcError } from '../ipc-error.ts';
import { invalidAddress, MAX_PATH_BYTES, socketPath } from './connect-targets.ts';
import { openTarget } from './open-channel.ts';

type SocketAddress = Extract<IpcAddress, { readonly kind: 'socket' }>;

/** A socket file between being bound and being given up. */
export interface SocketFile {
  /** Where to bind: in a fresh folder that only this user may enter, beside the public path. */
  readonly privatePath: string;
  /**
   * Makes the bound socket ours to use (mode 0600) and gives it its public path.
   * @throws {IpcError} ADDRESS_IN_USE when a server listens there, or when what is there is not a socket.
   */
  publish(): Promise<void>;
  /** Removes the public path, unless it is another server's by now. */
  remove(): Promise<void>;
  /** Removes the private folder. */
  discard(): Promise<void>;
}

// How often the public path may change under our hands before we give up.
const CLAIM_ATTEMPTS = 5;
const PROBE_TIMEOUT_MS = 2_000;

/**
 * Prepares to bind a socket file. A server that is bound under one name and published under another is never
 * connectable before its rights are set, and when it is closed the system removes the private name only: a path that
 * has become another server's stays.
 * @throws {IpcError} ADDRESS_INVALID when the path is too long, or its folder is missing or not writable.
 */
export async function prepareSocketFile(address: SocketAddress): Promise<SocketFile> {
  const folder = await createFolder(address, dirname(socketPath(address)));
  // The working directory may be another one by the time of `remove`.
  const path = resolve(address.path);
  const privatePath = join(folder, 's');
  if (Buffer.byteLength(privatePath) > MAX_PATH_BYTES) {
    await rm(folder, { recursive: true, force: true });
    throw invalidAddress(address, `the path of its folder is too long; ${MAX_PATH_BYTES - 10} bytes are free for it`);
  }
  let identity: Identity | undefined;
  return {
    privatePath,
    publish: async () => {
      await chmod(privatePath, 0o600);
      const own = identify(await lstat(privatePath));
      await claim({ address, path, folder, privatePath });
      identity = own;
    },
    remove: async () => {
      if (identity !== undefined && isSame(await look(path), identity)) await unlink(path);
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

interface Claim {
  readonly address: SocketAddress;
  readonly path: string;
  readonly folder: string;
  readonly privatePath: string;
}

interface Identity {
  readonly dev: number;
  readonly ino: number;
}

async function claim(wanted: Claim): Promise<void> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
    if (await tryLink(wanted)) return;
    await removeStale(wanted);
  }
  throw inUse(wanted.address, 'other servers start and stop there at the same time. Try again.');
}

// Linking, unlike renaming, never replaces what has come there meanwhile.
async function tryLink({ path, privatePath, address }: Claim): Promise<boolean> {
  try {
    await link(privatePath, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if ((await look(path)) !== undefined) return false;
    // Some file systems have no hard links.
    if (codeOf(error) === 'ENOENT') throw invalidAddress(address, 'its folder is gone', error);
    await rename(privatePath, path);
    return true;
  }
}

async function removeStale({ address, path, folder }: Claim): Promise<void> {
  const found = await look(path);
  if (found === undefined) return;
  if (!found.isSocket) throw inUse(address, 'what is there is not a socket. Move it away, or choose another path.');
  const answer = await probe(path);
  if (answer === 'ENOENT') return;
  if (answer !== 'ECONNREFUSED') {
    const state =
      answer === 'connected' ? 'another server listens there' : `whether a server listens there is unknown (${answer})`;
    throw inUse(address, `${state}. Stop it, or choose another path.`);
  }
  await takeAway({ path, folder, found });
}

// Another server may have replaced the stale file since we looked; what was taken away by mistake is put back.
async function takeAway(stale: { path: string; folder: string; found: Identity }): Promise<void> {
  const aside = join(stale.folder, 'old');
  try {
    await rename(stale.path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (!isSame(await look(aside), stale.found)) await link(aside, stale.path).catch(() => {});
  await rm(aside, { force: true });
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
  try {
    const file = await lstat(path);
    return { ...identify(file), isSocket: file.isSocket() };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
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
