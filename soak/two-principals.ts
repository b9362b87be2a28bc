import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Run, repeat } from './run-state.ts';
import type { HttpClient } from './team.ts';

/**
 * Two principals of one server: one does harm at her rate limit, and the other loses nothing by it, waits little, and stays unseen.
 *
 * @param harmMs - How long mallory does harm, in milliseconds. Only then are ann's waits measured; she works until the run is over.
 */
export async function startTwoPrincipals(
  run: Run,
  harmMs: number,
): Promise<{ readonly ann: Promise<void>; readonly mallory: Promise<void> }> {
  const client = await run.world.team.connect('ann');
  const kept = await keepTasks(client);
  let isHarmed = true;
  const mallory = letHarm(run, harmMs).then(async () => {
    isHarmed = false;
    // Later, her own new tasks take the place of the oldest.
    await expectKept(run, client, kept);
  });
  return { ann: workAsAnn(run, client, (ms) => isHarmed && run.measureAnn(ms)), mallory };
}

type Kept = Awaited<ReturnType<typeof keepTasks>>;

async function expectKept(run: Run, client: HttpClient, kept: Kept): Promise<void> {
  const [ended, open] = [await info(client, kept.ended), await info(client, kept.open)];
  run.expect(ended.facts?.result === "ann's result", "ann's ended task", ended);
  run.expect(open.facts?.messages?.[0]?.text === "ann's message", "ann's message", open);
  run.expect(open.facts?.dropped?.messages + open.facts?.dropped?.decisions === 0, "ann's history", open);
}

/** Asks about ten questions a second, in so few tasks that none has to make room for another within ten minutes. */
async function workAsAnn(run: Run, client: HttpClient, measure: (ms: number) => void): Promise<void> {
  const ask = async (name: string, args: object) => {
    const answer = await client.call(name, args);
    run.expect(!answer.isError, `${name} of ann`, answer);
    measure(answer.ms);
    return answer;
  };
  await repeat(run, 'tasks of ann', 1_000, async () => {
    const { facts } = await ask('create_task', { mode_slug: 'docs', initial_message: 'Write.' });
    const { session_id } = facts;
    for (let question = 0; question < questionsOfTask; question++) {
      await ask('validate_tool_use', { session_id, tool_name: 'read_file', file_path: 'docs/a.md' });
      await pause(50);
    }
    await ask('complete_task', { session_id, status: 'completed', result: 'Done.' });
  });
}

const questionsOfTask = 10;

const info = (client: HttpClient, session_id: string) =>
  client.call('get_task_info', { session_id, include_messages: true });

async function keepTasks(client: HttpClient): Promise<{ readonly ended: string; readonly open: string }> {
  const begin = async () => (await client.call('create_task', { mode_slug: 'docs' })).facts.session_id as string;
  const [ended, open] = [await begin(), await begin()];
  await client.call('complete_task', { session_id: ended, status: 'completed', result: "ann's result" });
  await client.call('add_message', { session_id: open, text: "ann's message" });
  await client.call('validate_tool_use', { session_id: open, tool_name: 'write_to_file', file_path: 'src/a.ts' });
  return { ended, open };
}

/** In a process of her own: what she does must cost the server, and not those who measure it. */
async function letHarm(run: Run, forMs: number): Promise<void> {
  const { url, tokens } = run.world.team;
  const env = {
    PATH: process.env.PATH,
    [run.world.marker]: '1',
    SOAK_URL: url,
    SOAK_TOKEN: tokens.mallory,
    SOAK_MS: String(forMs),
  };
  const child = spawn(process.execPath, [mallory], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { status, leak }: { readonly status: number; readonly leak?: string } = JSON.parse(line);
    run.count(`mallory: HTTP status ${status}`);
    run.expect(leak === undefined, 'an answer to mallory', leak);
  }
}

const mallory = fileURLToPath(new URL('mallory.ts', import.meta.url));
