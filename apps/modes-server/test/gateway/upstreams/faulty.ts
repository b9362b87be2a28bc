/**
 * An upstream that misbehaves in one way: `faulty.ts <fault>`. Beside its fault it is well: it lists `ping`, which answers 'pong',
 * and the tools that the fault needs. CALL_LOG names a file that receives every message as a JSON line.
 */
import { answer, greeting, type Incoming, type Json, receive, record, refuse, send, text } from './stdio-peer.ts';

const [, , fault = ''] = process.argv;

interface Fault {
  /** What happens when the process begins. */
  readonly begin?: () => void;
  /** What happens once the client has said that it is ready. */
  readonly ready?: () => void;
  /** Takes a message that it misbehaves on; true when it is done with it. */
  readonly take?: (message: Incoming) => boolean;
  /** The tools beside `ping`. */
  readonly tools?: () => readonly Json[];
  readonly capabilities?: Json;
}

const faults: Readonly<Record<string, Fault>> = {
  /** Reads and never says a word. */
  'hang-at-start': { take: () => true },
  /** Ends at once, with a last word. */
  'exit-at-start': {
    begin: () => {
      process.stderr.write('cannot find my database\n');
      process.exit(3);
    },
  },
  /** Refuses the handshake. */
  'refuse-start': {
    take: (message) => on(message, 'initialize', () => refuse(message, { code: -32000, message: 'not today' })),
  },
  /** Speaks a revision that nobody knows. */
  'unknown-revision': {
    take: (message) =>
      on(message, 'initialize', () => answer(message, { ...greeting(fault, message), protocolVersion: '1999-01-01' })),
  },
  /** Greets with things that are no greeting. */
  'odd-greeting': {
    take: (message) => on(message, 'initialize', () => answer(message, { capabilities: 'all', serverInfo: [] })),
  },
  /** Ends in the middle of a call. */
  'die-in-call': { tools: () => [tool('die')], take: (message) => onCall(message, 'die', () => process.exit(9)) },
  /** Sends log lines as fast as the pipe takes them. */
  flood: {
    capabilities: { logging: {} },
    ready: () =>
      pour(() => send({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(200) } })),
  },
  /** Says that its tools have changed, as fast as the pipe takes it. */
  'flood-list-changed': { ready: () => pour(() => send({ method: 'notifications/tools/list_changed' })) },
  /** Writes to stderr as fast as the pipe takes it. */
  'flood-stderr': { ready: () => pour(() => process.stderr.write(`${'e'.repeat(500)}\n`), process.stderr) },
  /** Writes lines that are no messages as fast as the pipe takes them. */
  'flood-garbage': { ready: () => pour(() => process.stdout.write(`${'g'.repeat(500)}\n`)) },
  /** Answers with as much text as it is asked for. */
  huge: {
    tools: () => [tool('huge', { bytes: { type: 'number' } })],
    take: (message) =>
      onCall(message, 'huge', ({ bytes }) => answer(message, text('h'.repeat(Number(bytes ?? 50 * 1024 * 1024))))),
  },
  /** Writes a line that has no end. */
  'endless-line': { ready: () => pour(() => process.stdout.write('z'.repeat(65_536))) },
  /** Changes its tools ten times a second. */
  churn: {
    ready: () => void setInterval(() => send({ method: 'notifications/tools/list_changed' }), 100),
    tools: () => [tool(`tool_${Math.floor(Date.now() / 100)}`)],
  },
  /** Says things between the messages that are no messages. */
  garbage: {
    begin: rubbish,
    take: () => {
      rubbish();
      return false;
    },
  },
  /** Answers everything twice, the second time with something else. */
  twice: {
    take: (message) => {
      setImmediate(() => message.id !== undefined && answer(message, text('second')));
      return false;
    },
  },
  /** Answers what nobody has asked. */
  'unknown-ids': {
    take: (message) => {
      for (const id of [-1, 999_999, 'nobody', null, 1.5, { id: 1 }, [message.id], `${String(message.id)}x`])
        send({ id, result: text('not yours') });
      send({ id: 424_242, error: { code: -32603, message: 'not yours' } });
      return false;
    },
  },
  /** Leaves calls of one tool without an answer. */
  silent: { tools: () => [tool('silent')], take: (message) => onCall(message, 'silent', () => undefined) },
  /** Never tells its tools. */
  'silent-list': { take: (message) => message.method === 'tools/list' },
  /** Always has one more page of tools. */
  'endless-pages': {
    take: (message) =>
      on(message, 'tools/list', () => {
        const page = Number(message.params.cursor ?? 0);
        answer(message, { tools: [tool(`page_${page}`)], nextCursor: String(page + 1) });
      }),
  },
  /** Lists things that are no tools beside one that is. */
  'odd-tools': {
    take: (message) => on(message, 'tools/list', () => answer(message, { tools: [...oddTools(), tool('ping')] })),
  },
  /** Asks the client for what it has not declared, and tells what it got. */
  asks: {
    tools: () => [tool('ask')],
    take: (message) => takeAnswer(message) || onCall(message, 'ask', () => void ask(message)),
  },
  /** Neither the end of stdin nor a signal that can be caught ends it. */
  stubborn: {
    begin: () => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
      process.stdin.once('close', () => setInterval(() => undefined, 1000));
      process.exit = (() => undefined) as unknown as typeof process.exit;
    },
  },
};

const behaviour = faults[fault];
if (behaviour === undefined) throw new Error(`faulty.ts knows ${Object.keys(faults).join(', ')}; not '${fault}'`);
record({ at: Date.now(), started: process.pid });
behaviour.begin?.();
receive((message) => {
  if (behaviour.take?.(message) === true) return;
  if (message.method === 'initialize') answer(message, greeting(fault, message, behaviour.capabilities));
  else if (message.method === 'notifications/initialized') behaviour.ready?.();
  else if (message.method === 'tools/list') answer(message, { tools: [tool('ping'), ...(behaviour.tools?.() ?? [])] });
  else if (message.method === 'tools/call') answer(message, text('pong'));
  else if (message.id !== undefined && message.method !== undefined) answer(message, {});
});

function tool(name: string, properties: Json = {}): Json {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object', properties } };
}

function on(message: Incoming, method: string, act: () => void): boolean {
  if (message.method !== method) return false;
  act();
  return true;
}

function onCall(message: Incoming, name: string, act: (given: Json) => void): boolean {
  if (message.method !== 'tools/call' || message.params.name !== name) return false;
  act((message.params.arguments ?? {}) as Json);
  return true;
}

/** Repeats a write for ever, but lets the pipe empty itself, so that it is not this process that fills the memory. */
function pour(write: () => boolean, stream: NodeJS.WriteStream = process.stdout): void {
  for (let count = 0; count < 256; count++) {
    if (write()) continue;
    stream.once('drain', () => pour(write, stream));
    return;
  }
  setImmediate(pour, write, stream);
}

function rubbish(): void {
  process.stdout.write('Server is starting…\n\n   \r\n{"jsonrpc":"2.0","id":\nnull\n42\n"text"\n[]\n{}\n[[[[[[\n');
  process.stdout.write(
    '{"jsonrpc":"1.0","id":1,"result":{}}\n{"id":1,"result":{}}\n{"jsonrpc":"2.0"}\n{"jsonrpc":"2.0","method":7}\n',
  );
  process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a]));
  process.stdout.write(`${'['.repeat(20_000)}\n`);
}

function oddTools(): readonly unknown[] {
  return [
    null,
    7,
    'ping',
    [],
    {},
    { name: 7, inputSchema: { type: 'object' } },
    { name: '', inputSchema: { type: 'object' } },
    { name: 'no_schema' },
    { name: 'text_schema', inputSchema: 'object' },
    { name: 'ping', description: 'the first of two', inputSchema: { type: 'object', properties: { evil: {} } } },
    { name: '__proto__', inputSchema: { type: 'object' } },
    { name: 'line\nbreak\u0000\u202e', description: 'odd name', inputSchema: { type: 'object' } },
    { name: 'x'.repeat(10_000), inputSchema: { type: 'object' } },
    { name: 'long_words', description: 'w'.repeat(1_000_000), inputSchema: { type: 'object' } },
  ];
}

const questions = ['sampling/createMessage', 'elicitation/create', 'roots/list', 'server/discover', 'tools/list'];
const waiting = new Map<unknown, (message: Incoming) => void>();

async function ask(message: Incoming): Promise<void> {
  const told = await Promise.all(
    questions.map(
      (method) =>
        new Promise<Json>((resolve) => {
          waiting.set(method, ({ result, error }) => resolve({ method, result, error }));
          send({
            id: method,
            method,
            params: { messages: [], maxTokens: 1, message: 'your password?', requestedSchema: {} },
          });
        }),
    ),
  );
  answer(message, text(JSON.stringify(told), { structuredContent: { told } }));
}

function takeAnswer(message: Incoming): boolean {
  const resolve = message.method === undefined ? waiting.get(message.id) : undefined;
  resolve?.(message);
  return resolve !== undefined;
}
