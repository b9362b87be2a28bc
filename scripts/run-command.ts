import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './workspace.ts';

/** Where and how long a command may run. */
export interface CommandOptions {
  readonly cwd: string;
  /** Default: five minutes. */
  readonly timeoutMs?: number;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on stdin. Default: nothing. */
  readonly input?: string;
}

/** How a command ended: its exit code and everything that it printed. */
export interface CommandResult {
  readonly passed: boolean;
  readonly stdout: string;
  /** stdout and stderr, and why it was ended, when it was. */
  readonly output: string;
}

/**
 * Runs a command to its end, as a user's shell would: with the pinned Node and the tools of the workspace first on the
 * path, but without what pnpm adds to the environment (NODE_PATH would let a package import what it does not declare).
 */
export function runCommand(command: string, parameters: readonly string[], options: CommandOptions): CommandResult {
  const { status, signal, stdout, stderr, error } = spawnSync(command, [...parameters], {
    cwd: options.cwd,
    env: { ...userEnvironment(), ...options.env },
    timeout: options.timeoutMs ?? 300_000,
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
    ...(options.input !== undefined && { input: options.input }),
    // On Windows the tools are .cmd files, which only a shell starts.
    shell: process.platform === 'win32',
  });
  const ending = status === null ? [`${command} was ended: ${error?.message ?? signal}`] : [];
  return { passed: status === 0, stdout, output: [stdout, stderr, ...ending].filter(Boolean).join('\n').trim() };
}

/** As `runCommand`, for a step that must pass. @throws {Error} with the whole output when it does not. */
export function mustRun(command: string, parameters: readonly string[], options: CommandOptions): CommandResult {
  const result = runCommand(command, parameters, options);
  if (!result.passed) throw new Error(`${command} ${parameters.join(' ')} failed in ${options.cwd}\n${result.output}`);
  return result;
}

/** The pnpm that started this script, or else the pinned one. */
export function pnpmCommand(packageManager: string): readonly [string, ...string[]] {
  const running = process.env.npm_execpath;
  return running?.includes('pnpm') ? [process.execPath, running] : ['npx', '-y', packageManager];
}

/** The environment of a user's shell: the tools of the workspace first, without what pnpm adds. */
export function userEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => name !== 'NODE_PATH' && !/^npm_/i.test(name));
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path };
}
