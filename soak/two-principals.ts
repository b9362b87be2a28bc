import { setTimeout as pause } from 'node:timers/promises';
import { type Run, repeat } from './run-state.ts';
import type { HttpClient } from './team.ts';

/** How long mallory does harm. */
const hostileMs = 10 * 60_000;
const hostileClients = 8;

/** What no answer to her may hold: modes and servers that her token does not open, and what belongs to ann. */
const notHers = /\b(?:worker|flip|steady|mortal|hanging|flapping|changing)\b|ann's/;

/** Two principals of one server: one does harm at her rate limit, and the other loses nothing by it, waits little, and stays unseen. */
export function startTwoPrincipals(run: Run, totalMs: number): readonly Promise<void>[] {
  const until = Date.now() + Math.min(hostileMs, totalMs);
  return [workAsAnn(run), ...Array.from({ length: hostileClients }, () => harmAsMallory(run, until))];
}

async function workAsAnn(run: Run): Promise<void> {
  const client = await run.world.team.connect('ann');
  const kept = await keepTasks(client);
  await repeat(run, 'tasks of ann', 100, () => workOnce(run, client));
  const [ended, open] = [await info(client, kept.ended), await info(client, kept.open)];
  run.expect(ended.facts?.result === "ann's result", "ann's ended task", ended);
  run.expect(open.facts?.messages?.[0]?.text === "ann's message", "ann's message", open);
  run.expect(open.facts?.dropped?.messages + open.facts?.dropped?.decisions === 0, "ann's history", open);
}

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

async function workOnce(run: Run, client: HttpClient): Promise<void> {
  const ask = async (name: string, args: object) => {
    const answer = await client.call(name, args);
    run.expect(!answer.isError, `${name} of ann`, answer);
    run.measureAnn(answer.ms);
    return answer;
  };
  const { facts } = await ask('create_task', { mode_slug: 'docs', initial_message: 'Write.' });
  const { session_id } = facts;
  await ask('validate_tool_use', { session_id, tool_name: 'read_file', file_path: 'docs/a.md' });
  await ask('complete_task', { session_id, status: 'completed', result: 'Done.' });
}

async function harmAsMallory(run: Run, until: number): Promise<void> {
  let client = await run.world.team.connect('mallory');
  const begin = await client.call('create_task', { mode_slug: 'docs' }).catch(() => undefined);
  const session_id: string = begin?.facts?.session_id ?? 'ses_none';
  for (let turn = 0; Date.now() < until && !run.isOver(); turn++) {
    if (turn % 50 === 49) client = await run.world.team.connect('mallory').catch(() => client);
    const text = harms[turn % harms.length]?.(session_id) ?? '';
    const answer = await client.post(text).catch((error: unknown) => ({ status: 0, text: String(error) }));
    run.count(`mallory: HTTP status ${answer.status}`);
    run.expect(!notHers.test(answer.text), 'an answer to mallory', answer.text);
    if (answer.status !== 200) await pause(20);
  }
}

const call = (name: string, args: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: crypto.randomUUID(), method: 'tools/call', params: { name, arguments: args } });
const names = Object.fromEntries(Array.from({ length: 9_900 }, (_, at) => [`k${at}`, at]));

const harms: readonly ((session_id: string) => string)[] = [
  () => call('create_task', { mode_slug: 'docs', initial_message: 'x'.repeat(16_000) }),
  (session_id) => call('add_message', { session_id, text: 'x'.repeat(16_000) }),
  (session_id) => call('complete_task', { session_id, status: 'completed', result: 'x'.repeat(16_000) }),
  () => call('list_modes', names),
  (session_id) =>
    call('validate_tool_use', { session_id, tool_name: 'write_to_file', tool_params: { path: 'a', ...names } }),
  () => call('create_task', { mode_slug: 'unknown', metadata: names }),
  (session_id) =>
    call('validate_tool_use', { session_id, tool_name: 'use_mcp_tool', mcp_server: 'unknown', mcp_tool: 'x' }),
  () => call('list_modes', {}),
  () => `[${'1,'.repeat(2_000_000)}1]`,
  (session_id) => call('add_message', { session_id, text: 'x'.repeat(4_000_000) }),
  () => JSON.stringify({ jsonrpc: '2.0', id: 'list', method: 'tools/list' }),
];
