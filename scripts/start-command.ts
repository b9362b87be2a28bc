import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { text } from 'node:stream/consumers';
import { type CommandOptions, type CommandResult, userEnvironment } from './run-command.ts';

/** As for `runCommand`, and where programs are looked for first. */
export interface StartOptions extends CommandOptions {
  /** Folders before all others on the path. */
  readonly path?: readonly string[];
}

/** As `runCommand`, while other commands run. */
export async function startCommand(
  command: string,
  parameters: readonly string[],
  options: StartOptions,
): Promise<CommandResult & { readonly code: number | null }> {
  const child = spawn(command, [...parameters], {
    cwd: options.cwd,
    env: startEnvironment(options),
    timeout: options.timeoutMs ?? 300_000,
    shell: process.platform === 'win32',
  });
  child.stdin.on('error', () => {}); // It may have ended without reading.
  child.stdin.end(options.input ?? '');
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${command} could not be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `${command} ended with ${code ?? signal}`));
  });
  const [stdout, stderr, ending] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return {
    passed: ending === '',
    code: child.exitCode,
    stdout,
    output: [stdout, stderr, ending].filter(Boolean).join('\n').trim(),
  };
}

/** The environment of a command that `startCommand` starts. */
export function startEnvironment({ path = [], env = {} }: StartOptions): Record<string, string | undefined> {
  const environment = userEnvironment();
  return { ...environment, PATH: [...path, environment.PATH].join(delimiter), ...env };
}

/** As `startCommand`, for a step that must pass. @throws {Error} with the whole output when it does not. */
export async function mustStart(
  command: string,
  parameters: readonly string[],
  options: StartOptions,
): Promise<CommandResult> {
  const result = await startCommand(command, parameters, options);
  if (!result.passed) throw new Error(`${command} ${parameters.join(' ')} failed in ${options.cwd}\n${result.output}`);
  return result;
}
