/**
 * A server behind the gateway: `upstream.ts <kind> <call log>`. All kinds have `echo`, which says what it was given and which process
 * says it; `forbidden`, which no mode allows; `die`, and `hang`. Every call is a line of the call log.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , kind = 'steady', callLog = '/dev/null'] = process.argv;
const listChangeMs = 1000;
const flapMs = 2000;
let revision = 0;

createInterface({ input: process.stdin })
  .on('line', (line) => take(JSON.parse(line)))
  .once('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));

function take({ id, method, params }: ReturnType<typeof JSON.parse>): void {
  if (method === 'initialize') {
    answer(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: kind, version: '1.0.0' },
    });
  } else if (method === 'notifications/initialized') begin();
  else if (method === 'tools/list') answer(id, { tools: tools() });
  else if (method === 'tools/call') call(id, params);
  else if (id !== undefined && method !== undefined) answer(id, {});
}

function begin(): void {
  if (kind === 'flapping') setTimeout(() => process.exit(7), flapMs);
  if (kind !== 'changing') return;
  setInterval(() => {
    revision++;
    send({ method: 'notifications/tools/list_changed' });
  }, listChangeMs);
}

function tools(): readonly object[] {
  const names = ['echo', 'forbidden', 'die', 'hang'];
  if (kind === 'changing') for (let number = 0; number < 50; number++) names.push(`tool_${revision}_${number}`);
  return names.map((name) => ({
    name,
    description: `The tool ${name}, as of change ${revision}.`,
    inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
  }));
}

function call(id: number, { name, arguments: given = {} }: ReturnType<typeof JSON.parse>): void {
  if (name !== 'echo') appendFileSync(callLog, `${kind} ${name}\n`);
  if (name === 'die') process.exit(9);
  if (name === 'hang') return;
  answer(id, { content: [{ type: 'text', text: `${kind} echoes ${given.n} from ${process.pid}` }] });
}

function answer(id: unknown, result: object): void {
  send({ id, result });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
