import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  collectOutput,
  environment,
  type Outcome,
  type RunEnvironment,
  runScript,
  startScript,
} from '@modegate/cli-kit/testing';

/** The program as it is published: one bundled file. */
export const builtProgram = join(import.meta.dirname, '../../dist/cli.js');

/** Runs the built program to its end, in an environment without anything that the user or the machine has configured. */
export function run(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return runScript(builtProgram, args, surroundings(cwd, env));
}

/** Runs a hook of the built program with a payload on stdin. */
export function runHook(args: readonly string[], given: Parameters<typeof runWithStdin>[1]): Promise<Outcome> {
  return runWithStdin(['hook', ...args], given);
}

/** Runs the built program with a text on stdin. */
export async function runWithStdin(
  args: readonly string[],
  { folder, home, text }: { readonly folder: string; readonly home: string; readonly text: string | Uint8Array },
): Promise<Outcome> {
  const child = startScript(builtProgram, args, { ...surroundings(home), cwd: folder });
  const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  child.stdin.end(text);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout: stdout(), stderr: stderr() };
}

/** Runs a command line in a shell, as an agent does, with a payload on stdin. */
export function runCommandLine(
  command: string,
  { folder, home, text }: { readonly folder: string; readonly home: string; readonly text: string },
): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  const env = environment(surroundings(home));
  const { status, stdout, stderr } = spawnSync(command, {
    shell: true,
    cwd: folder,
    env,
    input: text,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** Runs git in a folder; throws when it fails. */
export function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
    cwd,
    env: environment(surroundings(cwd)),
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

/** A folder to start a program in, with nothing of the user or the machine around it. */
export function surroundings(home: string, env: Readonly<Record<string, string>> = {}): RunEnvironment {
  return { cwd: home, home, env: { GIT_CONFIG_NOSYSTEM: '1', ...env } };
}
