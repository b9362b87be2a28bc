import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The program as it is published: one bundled file. */
export const builtProgram = join(import.meta.dirname, '../../dist/cli.js');

/** What came of a program that has ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program to its end, in an environment without anything that the user or the machine has configured. */
export async function run(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [builtProgram, ...args], { cwd, env: environment(cwd, env) });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Runs git in a folder; throws when it fails. */
export function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
    cwd,
    env: environment(cwd),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Makes a repository of a folder, with everything in it committed. */
export function commitAll(folder: string, message = 'change'): string {
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

function environment(home: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, GIT_CONFIG_NOSYSTEM: '1', ...env };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
