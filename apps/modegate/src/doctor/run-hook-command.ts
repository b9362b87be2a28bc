import { spawn } from 'node:child_process';

/** A hook's answer, as the agent sees it. */
export interface HookOutcome {
  /** Exit code; null if a signal or the time limit ended the command. */
  readonly code: number | null;
  /** Additional information on how the command ended; undefined if the exit code is sufficient. */
  readonly end?: string;
  readonly stdout: string;
  readonly tookMs: number;
}

/** Folder, input and time limit for running a hook. */
export interface HookRun {
  readonly cwd: string;
  readonly payload: string;
  readonly limitMs: number;
}

/** Starts a command in a shell in the project, as agents do, with a payload on stdin. */
export function runHookCommand(command: string, { cwd, payload, limitMs }: HookRun): Promise<HookOutcome> {
  const started = performance.now();
  const child = spawn(command, { shell: true, cwd, stdio: ['pipe', 'pipe', 'ignore'], timeout: limitMs });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (stdout.length < maxAnswer) stdout += chunk;
  });
  // If the command does not exist, nothing reads the payload; the resulting error is ignored.
  child.stdin.on('error', () => undefined).end(payload);
  return new Promise((resolve) => {
    const end = (code: number | null) => resolve({ code, stdout, tookMs: Math.round(performance.now() - started) });
    child.once('error', () => end(null));
    child.once('close', end);
  });
}

// Maximum length in characters; an answer consists of a single reason.
const maxAnswer = 100_000;
