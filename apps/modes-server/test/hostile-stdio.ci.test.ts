import { readFileSync } from 'node:fs';
import { createFolder } from '@modegate/cli-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sampleProject } from './support/sample-project.ts';
import { connectWire, type Message, type WireClient } from './support/wire-client.ts';

const project = createFolder(sampleProject);
const home = createFolder();
let server: WireClient;

beforeAll(async () => {
  server = await connectWire(['--project-root', project, '--global-config-dir', home, '--log-level', 'ERROR'], {
    cwd: project,
    home,
  });
});

afterEach(async () => {
  const { structuredContent } = await server.call('list_modes', { source: 'project' });
  expect(structuredContent.modes).toHaveLength(2);
  expect(server.strays).toEqual([]);
});

afterAll(async () => {
  expect(await server.end()).toBe(0);
  expect(server.strays).toEqual([]);
  const complaints = server
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.includes('.roomodes:16: '));
  expect(complaints).toEqual([]);
});

const listModes = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'list_modes' } });

/** Sends raw bytes; resolves with what was answered before the answer to an ordinary call sent after them. */
async function answersTo(bytes: string | Uint8Array): Promise<readonly Message[]> {
  const before = server.messages.length;
  server.write(bytes);
  await server.call('list_modes');
  return server.messages.slice(before, -1);
}

describe('one process under a series of hostile inputs', () => {
  test.each<[string, string | Uint8Array, number]>([
    ['garbage', 'garbage\n', -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1,"method":"pi\n', -32700],
    ['a shell command', 'rm -rf ~\n', -32700],
    ['an HTTP request line', 'POST /mcp HTTP/1.1\r\n', -32700],
    ['control characters', '\u0000\u0001\u001b[31m\n', -32700],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x0a]), -32700],
    ['a string cut within a character', Buffer.from([0x22, 0xf0, 0x9f, 0x92, 0x22, 0x0a]), -32700],
    ['a number', '7\n', -32600],
    ['null', 'null\n', -32600],
    ['an empty object', '{}\n', -32600],
    ['an empty batch', '[]\n', -32600],
    ['a batch', `${JSON.stringify([listModes(1), listModes(2)])}\n`, -32600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":"m","method":1}\n', -32600],
    ['params that are a list', '{"jsonrpc":"2.0","id":"p","method":"tools/call","params":[]}\n', -32602],
    ['an unknown method', '{"jsonrpc":"2.0","id":"u","method":"__proto__"}\n', -32601],
    ['nesting of 100 000', `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`, -32600],
    ['objects nested 100 000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}\n`, -32600],
    ['nesting that is never closed', `${'['.repeat(100_000)}\n`, -32700],
    ['a line of 20 MB', `"${'x'.repeat(20_000_000)}"\n`, -32600],
  ])('%s is answered once, with its error, over stdio', async (_what, bytes, code) => {
    expect(await answersTo(bytes)).toMatchObject([{ error: { code, message: expect.stringMatching(/^.{5,400}$/s) } }]);
  });

  test.each<[string, string]>([
    ['blank lines', '\n\r\n   \n\t\n'],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":"never-asked","result":{}}\n'],
    ['an error to nothing', '{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":"x"}}\n'],
    ['a notification nobody knows', '{"jsonrpc":"2.0","method":"notifications/nothing","params":{"a":1}}\n'],
    ['a malformed notification', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}\n'],
    ['a cancellation of nothing', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"no"}}\n'],
  ])('%s is not answered over stdio', async (_what, bytes) => {
    expect(await answersTo(bytes)).toEqual([]);
  });

  test('lines that end in CRLF are ordinary messages', async () => {
    const answers = await answersTo(`${JSON.stringify(listModes('a'))}\r\n${JSON.stringify(listModes('b'))}\r\n`);
    expect(answers).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', result: {} },
    ]);
  });

  test('a message that arrives byte by byte is read as one message', async () => {
    for (const byte of Buffer.from(`${JSON.stringify(listModes('slow-ü'))}\n`)) server.write(Buffer.from([byte]));
    expect(await server.find((message) => message.id === 'slow-ü')).toMatchObject({ result: {} });
  });

  test('the second of two requests with one id is refused while the first is in flight', async () => {
    const answers = await answersTo(`${JSON.stringify(listModes(1))}\n`.repeat(2));
    expect(answers).toHaveLength(2);
    expect(answers).toContainEqual(expect.objectContaining({ id: 1, result: expect.anything() }));
    expect(answers).toContainEqual(
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
    );
  });
});

describe('arguments of wrong types', () => {
  const wrong: readonly unknown[] = [
    null,
    true,
    7,
    -0.5,
    'x',
    '',
    [],
    {},
    [[]],
    { toString: 1 },
    'ü'.repeat(10_000),
    '../../etc/passwd',
  ];

  test('wrong types in every field of every tool are answered with a result or a refusal', async () => {
    const { tools } = (await server.request('tools/list')).result;
    const calls: { readonly name: string; readonly arguments: unknown }[] = [];
    for (const { name, inputSchema } of tools) {
      const fields = Object.keys(inputSchema.properties);
      const usual = Object.fromEntries(fields.map((field) => [field, 'x']));
      for (const value of wrong) {
        calls.push({ name, arguments: value });
        for (const field of fields) calls.push({ name, arguments: { ...usual, [field]: value } });
        for (const field of fields) calls.push({ name, arguments: { [field]: value } });
      }
      calls.push({ name, arguments: JSON.parse('{"__proto__":{"x":1},"constructor":{}}') });
    }
    const answers = await Promise.all(calls.map((params) => server.request('tools/call', params)));
    const faults = answers.filter(({ result, error }) => {
      const code = error?.code ?? result.structuredContent?.error?.code;
      return code === -32603 || (result !== undefined && typeof result.content[0].text !== 'string');
    });
    expect(answers.length).toBeGreaterThan(400);
    expect(faults).toEqual([]);
  });

  test.each<[string, string, object]>([
    ['a tool name that is a number', 'tools/call', { name: 7 }],
    ['a tool name that every object has', 'tools/call', { name: '__proto__', arguments: {} }],
    ['no tool name', 'tools/call', {}],
    ['a URI that is a number', 'resources/read', { uri: 7 }],
    ['a URI that climbs', 'resources/read', { uri: 'mode://../../etc/passwd' }],
    ['a URI with a zero byte', 'resources/read', { uri: 'mode://%00' }],
    ['a URI that cannot be decoded', 'resources/read', { uri: 'mode://%E0%A4%A' }],
    ['a slug that every object has', 'resources/read', { uri: 'mode://__proto__' }],
    ['a URI of 100 kB', 'resources/read', { uri: `mode://${'a'.repeat(100_000)}` }],
    ['a subscription to a list', 'resources/subscribe', { uri: [] }],
    ['a prompt name that every object has', 'prompts/get', { name: 'constructor' }],
    ['a prompt argument that is a number', 'prompts/get', { name: 'docs', arguments: { task: 7 } }],
    ['a cursor that was never given', 'tools/list', { cursor: 'nonsense' }],
    ['a log level that does not exist', 'logging/setLevel', { level: 'loud' }],
    ['a completion of nothing', 'completion/complete', { ref: { type: 'ref/nothing' }, argument: {} }],
  ])('the request with %s is refused', async (_what, method, params) => {
    const { error } = await server.request(method, params);
    expect(error.code).not.toBe(-32603);
    expect(error.message.length).toBeLessThan(1_000);
  });
});

describe('excessive input over stdio', () => {
  test('10 000 concurrent requests over stdio are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10_000 }, (_, index) =>
        server.request('tools/call', { name: 'get_mode_info', arguments: { mode_slug: index % 2 ? 'docs' : 'nope' } }),
      ),
    );
    const found = answers.filter(({ result }) => result.structuredContent.slug === 'docs');
    expect(found).toHaveLength(5_000);
  });

  test('a client that does not read costs no memory, and gets all its answers when it reads', async () => {
    const { child } = server;
    child.stdout.pause();
    const asked = Array.from({ length: 20_000 }, () => server.call('list_modes'));
    await standstill(() => child.stdin.writableLength);
    expect(child.stdin.writableLength).toBeGreaterThan(0);
    if (process.platform === 'linux') expect(residentMegabytes(child.pid)).toBeLessThan(400);
    child.stdout.resume();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ structuredContent }) => structuredContent.modes.length !== 7)).toEqual([]);
  });
});

/** Resolves when a number has not changed for a while. */
async function standstill(read: () => number): Promise<void> {
  for (let [last, same] = [read(), 0]; same < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = read();
    [last, same] = [now, now === last ? same + 1 : 0];
  }
}

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
