import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** The environment and the input for a program. */
export interface RunEnvironment {
  readonly cwd: string;
  /** The home folder visible to the program; it is never the user's own. */
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The outcome of a program that has ended. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcessWithoutNullStreams>();

afterAll(async () => {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }),
  );
});

/** Starts a script with the Node executable of the current process. */
export function startScript(
  script: string,
  args: readonly string[],
  where: RunEnvironment,
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [script, ...args], { cwd: where.cwd, env: environment(where) });
  running.add(child);
  child.once('close', () => running.delete(child));
  // A program that ends early leaves a broken pipe, which is not a test failure.
  child.stdin.on('error', () => undefined);
  return child;
}

/** Runs a script to completion with an empty stdin. */
export async function runScript(script: string, args: readonly string[], where: RunEnvironment): Promise<Outcome> {
  const child = startScript(script, args, where);
  const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  child.stdin.end();
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout: stdout(), stderr: stderr() };
}

/** Returns an environment that contains none of the user's or the machine's configuration. */
export function environment({ home, env = {} }: RunEnvironment): Record<string, string> {
  const kept = ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const homes = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    XDG_CONFIG_HOME: join(home, '.config'),
  };
  return { ...Object.fromEntries(kept), ...homes, ...env };
}

/** Returns the script of a command from a package installed in the workspace. */
export function installedScript(packageName: string, command: string): string {
  const folder = join(import.meta.dirname, '../../../../node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const file = bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(folder, file);
}

/** Collects the text written to a stream; the returned function returns the text so far. */
export function collectOutput(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
