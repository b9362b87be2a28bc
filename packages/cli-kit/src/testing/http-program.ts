import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { collectOutput, type RunEnvironment, startScript } from './run-program.ts';

/** A running program that serves over HTTP. */
export interface HttpProgram {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<number | string | null>;
}

/** Starts a built program with `serve --http 0` and waits for its URL. */
export async function startHttpServer(
  script: string,
  args: readonly string[],
  where: RunEnvironment,
): Promise<HttpProgram> {
  const child = startScript(script, ['serve', '--http', '0', ...args], where);
  const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => signal ?? code ?? null);
  for (;;) {
    const url = /^Serving on (\S+)$/m.exec(stderr())?.[1];
    if (url !== undefined) return { child, url, stdout, stderr, ended };
    const over = await Promise.race([once(child.stderr, 'data').then(() => false), ended.then(() => true)]);
    if (over) throw new Error(`The program ended before it served: ${stderr()}`);
  }
}
