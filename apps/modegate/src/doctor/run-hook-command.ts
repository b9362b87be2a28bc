import { spawn } from 'node:child_process';

/** Output and end of a hook, as the agent sees them. */
export interface HookOutcome {
  /** Null if it ended by a signal or time limit. */
  readonly code: number | null;
  /** Note on the end. Default: the exit code says it all. */
  readonly end?: string;
  readonly stdout: string;
  readonly tookMs: number;
}

/** Starts a command as agents do: in a shell, in the project, with a payload on stdin. */
export function runHookCommand(
  command: string,
  { cwd, payload, limitMs }: { readonly cwd: string; readonly payload: string; readonly limitMs: number },
): Promise<HookOutcome> {
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
