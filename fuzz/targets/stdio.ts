import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect } from '../support/expect.ts';
import { type Answers, createAnswers } from './answers.ts';
import { type Burst, burst, chunksOf, idsIn } from './hostile-messages.ts';
import { createSampleProject } from './sample-project.ts';

const cli = join(import.meta.dirname, '../../apps/modes-server/dist/cli.js');
const answerMs = 20_000;
const startMs = 30_000;
const maxResidentBytes = 600 * 1024 * 1024;
// The server takes messages of up to 10 MiB.
const hugeBytes = 10 * 1024 * 1024 + 100;

/** The built server as a process: whatever comes in, it lives, answers, keeps stdout clean, stays small and ends with 0. */
export const stdioTarget: Target = {
  name: 'stdio',
  open: async () => {
    if (!existsSync(cli)) return { skipped: 'apps/modes-server/dist/cli.js is not built (pnpm build)' };
    const project = createSampleProject();
    let running = await start(project.folder);
    const seen = { bytes: 0, residentBytes: 0, processes: 1 };
    return createCampaign({
      arbitrary: burst(hugeBytes),
      judge: async (input) => {
        if (running.exit() !== undefined) {
          running = await start(project.folder);
          seen.processes++;
        }
        seen.bytes += input.bytes.length;
        await judge(running, input);
        seen.residentBytes = Math.max(seen.residentBytes, residentBytes(running));
        expect(seen.residentBytes < maxResidentBytes, 'less than 600 MiB resident', seen.residentBytes);
      },
      close: async () => {
        const isAlive = running.exit() === undefined;
        const code = await end(running);
        project.remove();
        // What has ended before was judged by then.
        expect(!isAlive || code === 0, 'exit code 0 when stdin ends', code, running.stderr());
      },
      notes: () =>
        `${(seen.bytes / 1e6).toFixed(0)} MB in, ${(seen.residentBytes / 2 ** 20).toFixed(0)} MiB resident at most, ${seen.processes} process`,
    });
  },
};

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Answers;
  readonly sessionId: string;
  readonly gone: Promise<void>;
  /** The code or signal it ended with; undefined while it runs. */
  readonly exit: () => number | string | undefined;
  readonly stderr: () => string;
  readonly nextMarker: () => string;
}

async function start(folder: string): Promise<Running> {
  const args = [cli, '--project-root', folder, '--global-config-dir', join(folder, 'global'), '--gateway', 'off'];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const answers = createAnswers();
  let [exit, stderr, marker]: [number | string | undefined, string, number] = [undefined, '', 0];
  child.stdout.on('data', answers.push);
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4_000);
  });
  // A write to a server that has gone is told by its exit.
  child.stdin.on('error', () => undefined);
  child.on('exit', (code, signal) => {
    exit = code ?? signal ?? 'gone';
  });
  const gone = once(child, 'exit');
  const nextMarker = (): string => `marker-${marker++}`;
  const sessionId = await openSession(child, answers);
  return { child, answers, gone, sessionId, exit: () => exit, stderr: () => stderr, nextMarker };
}

async function openSession({ stdin }: ChildProcessWithoutNullStreams, answers: Answers): Promise<string> {
  const clientInfo = { name: 'fuzz', version: '1' };
  stdin.write(request('start', 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }));
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  stdin.write(request('task', 'tools/call', { name: 'create_task', arguments: { mode_slug: 'docs' } }));
  await answers.answer('start', startMs);
  const { result } = await answers.answer('task', startMs);
  answers.check(
    new Map([
      ['"start"', 1],
      ['"task"', 1],
    ]),
  );
  return String(
    (result as { readonly structuredContent: { readonly session_id: string } }).structuredContent.session_id,
  );
}

function request(id: string, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

async function judge(running: Running, input: Burst): Promise<void> {
  const { answers, sessionId } = running;
  const chunks = chunksOf(input, sessionId);
  for (const chunk of chunks) await write(running, chunk);
  const [ping, list] = [running.nextMarker(), running.nextMarker()];
  const end = Buffer.from(
    request(ping, 'ping', {}) + request(list, 'tools/call', { name: 'list_modes', arguments: {} }),
  );
  await write(running, end);
  try {
    for (const id of [ping, list]) await answers.answer(id, answerMs);
    // What was asked first may be answered last; a request that takes longer is judged as missing, which is allowed.
    answers.check(idsIn(Buffer.concat([...chunks, end])));
    expect(running.exit() === undefined, 'the process to live', running.exit(), running.stderr());
  } catch (error) {
    // What one burst left behind must not fail the next, so that shrinking tells the truth.
    await kill(running);
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nstderr: ${running.stderr()}`, {
      cause: error,
    });
  }
}

async function kill({ child, exit, gone }: Running): Promise<void> {
  if (exit() !== undefined) return;
  child.kill('SIGKILL');
  await gone;
}

// In turns, so that the cuts reach the server as they are.
async function write({ child, gone }: Running, chunk: Buffer): Promise<void> {
  if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), gone]);
  else await new Promise(setImmediate);
}

function once(emitter: NodeJS.EventEmitter, event: string): Promise<void> {
  return new Promise((resolve) => emitter.once(event, () => resolve()));
}

function residentBytes({ child }: Running): number {
  try {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    // Not Linux, or the process has gone, which is judged elsewhere.
    return 0;
  }
}

async function end(running: Running): Promise<number | string | undefined> {
  if (running.exit() !== undefined) return running.exit();
  running.child.stdin.end();
  const timer = setTimeout(() => running.child.kill('SIGKILL'), 10_000);
  await running.gone;
  clearTimeout(timer);
  return running.exit();
}
