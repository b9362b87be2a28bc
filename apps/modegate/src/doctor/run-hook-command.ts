import { spawn } from 'node:child_process';

/** Answer of a hook, as the agent sees it. */
export interface HookOutcome {
  /** Null if a signal or the time limit ended it. */
  readonly code: number | null;
  /** Additional information on the end. Default: the code is sufficient. */
  readonly end?: string;
  readonly stdout: string;
  readonly tookMs: number;
}

/** Folder, input and time limit of a hook's run. */
export interface HookRun {
  readonly cwd: string;
  readonly payload: string;
  readonly limitMs: number;
}

/** Starts a command in the same way as agents, in a shell and in the project, with a payload on stdin. */
export function runHookCommand(command: string, { cwd, payload, limitMs }: HookRun): Promise<HookOutcome> {
  const started = performance.now();
  const child = spawn(command, { shell: true, cwd, stdio: ['pipe', 'pipe', 'ignore'], timeout: limitMs });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (stdout.length < maxAnswer) stdout += chunk;
  });
  // A missing command reads nothing.
  child.stdin.on('error', () => undefined).end(payload);
  return new Promise((resolve) => {
    const end = (code: number | null) => resolve({ code, stdout, tookMs: Math.round(performance.now() - started) });
    child.once('error', () => end(null));
    child.once('close', end);
  });
}

// In characters; an answer contains one reason.
const maxAnswer = 100_000;
