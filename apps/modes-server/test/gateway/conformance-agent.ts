/*
 * An agent of the legacy era for the conformance suite: serves with the built program as it is, lists everything that the suite's server has behind it,
 * and uses all of it. Started by the suite with the revision of the scenario and the address of its server, whose checks say what came of it.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

type Json = Readonly<Record<string, unknown>>;
interface Tool {
  readonly name: string;
  readonly inputSchema: Json;
}
interface Call {
  readonly name: string;
  readonly arguments: Json;
}

/** Something of each type; anything else gets a text. */
const sampleOf: Json = { number: 5, integer: 5, boolean: true, object: {}, array: [] };

const program = join(import.meta.dirname, '../../dist/cli.js');
const address = process.argv.at(-1) ?? '';
// An agent that can be asked makes a server of both eras one of the legacy era.
const era = process.argv.includes('2026-07-28') ? { era: 'modern' } : {};
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as { readonly toolCalls?: readonly Call[] };
const home = mkdtempSync(join(tmpdir(), 'mg-conformance-'));

mkdirSync(join(home, 'project'));
const servers = join(home, 'servers.json');
writeFileSync(servers, JSON.stringify({ mcpServers: { suite: { type: 'streamable-http', url: address, ...era } } }));
const args = ['--mode', 'code', '--first-list-wait', '30', '--surface', 'tools', '--servers', servers];
const child = spawn(process.execPath, [program, ...args], {
  cwd: join(home, 'project'),
  env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const answers = new Map<unknown, (message: Json) => void>();
const send = (message: Json) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line) as Json;
  if (message.method === undefined) answers.get(message.id)?.(message);
  else if (message.id !== undefined) send({ id: message.id, result: answerOf(message) });
});

await request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: {}, sampling: {}, roots: {} },
  clientInfo: { name: 'suite', version: '1' },
});
send({ method: 'notifications/initialized' });
const tools = (await list<Tool>('tools')).filter(({ name }) => name.startsWith('suite__'));
const calls = context.toolCalls?.map((call) => ({ ...call, name: `suite__${call.name}` })) ?? tools.map(callOf);
for (const call of calls) await request('tools/call', call as never);
for (const { uri } of await list<{ readonly uri: string }>('resources'))
  if (!uri.startsWith('mode')) await request('resources/read', { uri });
for (const { name } of await list<{ readonly name: string }>('prompts'))
  if (name.startsWith('suite')) await request('prompts/get', { name, arguments: {} });
const ended = new Promise((resolve) => child.once('close', resolve));
child.stdin.end();
await ended;
process.exit(0);

async function list<Item>(what: string): Promise<readonly Item[]> {
  const { result } = await request(`${what}/list`, {});
  return (result as Readonly<Record<string, readonly Item[]>> | undefined)?.[what] ?? [];
}

function request(method: string, params: Json): Promise<Json> {
  const id = answers.size + 1;
  return new Promise((resolve) => {
    answers.set(id, resolve);
    send({ id, method, params });
  });
}

/** A call with something of the right type for everything that a tool takes; one that takes a schema gets that of the first tool. */
function callOf({ name, inputSchema }: Tool): Call {
  const properties = (inputSchema.properties ?? {}) as Readonly<Record<string, Json>>;
  const entries = Object.entries(properties).map(([key, { type }]) => [key, sampleFor(key, type)]);
  return { name, arguments: Object.fromEntries(entries) as Json };
}

function sampleFor(key: string, type: unknown): unknown {
  if (/schema/i.test(key)) return tools[0]?.inputSchema;
  return sampleOf[String(type)] ?? 'text';
}

/** Consent to everything: what is asked for, or its default. */
function answerOf({ method, params }: Json): Json {
  if (method === 'roots/list') return { roots: [] };
  if (method === 'sampling/createMessage')
    return { role: 'assistant', model: 'none', content: { type: 'text', text: 'Yes.' } };
  const { requestedSchema } = params as { readonly requestedSchema?: Json };
  const properties = (requestedSchema?.properties ?? {}) as Readonly<Record<string, Json>>;
  const content = Object.entries(properties).map(([key, schema]) => [
    key,
    schema.default ?? sampleFor(key, schema.type),
  ]);
  return { action: 'accept', content: Object.fromEntries(content) as Json };
}
