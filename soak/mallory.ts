// Does harm to a server with the least token, at her rate limit; a line for each answer says its status, and what it should not have held.
import { setTimeout as pause } from 'node:timers/promises';
import { connectTeam } from './team.ts';

const clients = 8;
const { SOAK_URL = '', SOAK_TOKEN = '', SOAK_MS = '0' } = process.env;
const until = Date.now() + Number(SOAK_MS);

/** Modes and servers that her token does not open, and what belongs to ann. */
const notHers = /\b(?:worker|flip|steady|mortal|hanging|flapping|changing)\b|ann's/;

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

await Promise.all(Array.from({ length: clients }, harm));

async function harm(): Promise<void> {
  const connect = () => connectTeam(SOAK_URL, SOAK_TOKEN);
  let client = await connect();
  const begun = await client.call('create_task', { mode_slug: 'docs' }).catch(() => undefined);
  const session_id: string = begun?.facts?.session_id ?? 'ses_none';
  for (let turn = 0; Date.now() < until; turn++) {
    if (turn % 50 === 49) client = await connect().catch(() => client);
    const text = harms[turn % harms.length]?.(session_id) ?? '';
    // A connection that the server ends while she still sends has no answer.
    const answer = await client.post(text).catch(() => ({ status: 0, text: '' }));
    const leak = notHers.test(answer.text) ? { leak: answer.text.slice(0, 500) } : {};
    console.log(JSON.stringify({ status: answer.status, ...leak }));
    if (answer.status !== 200) await pause(20);
  }
}
