import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtServer } from '../support/built-server.ts';
import type { Message } from '../support/wire-client.ts';
import { createPlace, failure, type Gateway, gatewayArgs, modal, openGateway } from './support/gateway.ts';
import { namesAsHeard } from './support/names-as-heard.ts';
import { configuringTools, idsOf, managementTools, openPair, refs } from './support/pair.ts';
import { faulty, type ServerEntry, twoTools } from './support/upstreams.ts';

const sorted = (names: readonly string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));
const flat = ['--toolsets', 'flat', '--unequipped', 'none', '--mode', 'free', '--surface', 'tools'];
const plain = ['--toolsets', 'off', '--mode', 'free', '--surface', 'tools'];

/** Builds a set and equips it. */
async function equip(gateway: Gateway, name: string, ...tools: readonly string[]): Promise<void> {
  const build = () => gateway.ask('build-toolset', { name, tools: refs(...tools), autoEquip: true });
  // What it announces has come before anything else is looked at.
  const [built] = await gateway.announced(build);
  expect(failure(built)).toBeUndefined();
}

describe('45. a toolset named at the start', () => {
  test('a known toolset named at the start is equipped', async () => {
    const place = createPlace();
    const { gateway } = await openPair({ place });
    await gateway.ask('build-toolset', { name: 'set-a', tools: refs('alpha.echo') });
    await gateway.end();
    const { gateway: next } = await openPair({ place, flags: [...modal, '--equip-toolset', 'set-a'] });
    const shown = await next.eventually(next.names, (names) => names.length === 2);
    expect(sorted(shown)).toEqual(['alpha__echo', 'enter-configuration-mode']);
  });

  test('an unknown toolset named at the start causes a visible warning', async () => {
    const { gateway } = await openPair({ flags: [...modal, '--equip-toolset', 'gone'] });
    expect(sorted(await gateway.names())).toEqual(configuringTools);
    const { warnings } = await gateway.facts('get-active-toolset');
    expect(`${JSON.stringify(warnings)}${gateway.stderr()}`).toContain('gone');
  });
});

test.each<readonly [string, Readonly<Record<string, ServerEntry>>]>([
  ['is no longer configured', {}],
  ['does not start any more', { beta: { command: 'modegate-no-such-command' } }],
  ['is switched off', { beta: { ...twoTools('beta').entry, disabled: true } }],
])(
  '46. a set whose server %s stays equipped, reports what is missing, and lets the client exit',
  async (_how, beta) => {
    const place = createPlace();
    const { gateway } = await openPair({ place });
    await equip(gateway, 'set-b', 'beta.echo', 'beta.status');
    await gateway.end();
    const next = await openGateway({ place, servers: { alpha: twoTools('alpha').entry, ...beta } });
    expect(await next.names()).toEqual(['enter-configuration-mode']);
    await next.ask('enter-configuration-mode');
    const facts = await next.facts('get-active-toolset');
    expect(facts).toMatchObject({
      equipped: true,
      toolset: { name: 'set-b', toolCount: 2 },
      unavailableServers: ['beta'],
    });
    expect(facts.toolset.tools.map(({ active }: Message) => active)).toEqual([false, false]);
    expect(JSON.stringify(facts.warnings)).toMatch(/beta/);
  },
);

test('47. a store that is invalid JSON is kept, and the server starts', async () => {
  const place = createPlace();
  const broken = '{ "toolsets": { "mine": ';
  const file = writeInto(dirname(place.stateDir), 'state/toolsets.json', broken);
  const { gateway } = await openPair({ place });
  const facts = await gateway.facts('list-saved-toolsets');
  expect(facts).toMatchObject({ success: false, toolsets: [], error: expect.stringContaining('toolsets.json') });
  await gateway.ask('build-toolset', { name: 'set-a', tools: refs('alpha.echo') });
  // Other files are written meanwhile, each under another name first.
  const kept = () => {
    const files = readdirSync(place.stateDir, { withFileTypes: true }).filter((found) => found.isFile());
    return files.map(({ name }) => readFileSync(join(place.stateDir, name), 'utf8'));
  };
  await expect.poll(kept).toContain(broken);
  expect(existsSync(file)).toBe(true);
});

describe('a server that changes its tools', () => {
  test('48. a new tool outside the set causes no notification, but can be added', async () => {
    const { gateway, alpha } = await openPair();
    await equip(gateway, 'set-a', 'alpha.echo', 'alpha.mutate');
    const before = await gateway.names();
    const lists = () => alpha.log().filter(({ method }) => method === 'tools/list').length;
    const asked = lists();
    const [, announcements] = await gateway.announced(async () => {
      await gateway.ask('alpha__mutate', { mode: 'add', tool: 'extra' });
      await gateway.eventually(
        async () => lists(),
        (count) => count > asked,
      );
    });
    expect([await gateway.names(), announcements]).toEqual([before, 0]);
    await gateway.ask('enter-configuration-mode');
    const known = await gateway.eventually(() => gateway.facts('list-available-tools'), hasTool('alpha.extra'));
    expect(known.summary.totalTools).toBe(19);
  });

  test('49, 50. a removed tool of the set is notified, explained and refused, and returns automatically', async () => {
    const { gateway, alpha } = await openPair();
    await equip(gateway, 'set-a', 'alpha.echo', 'alpha.mutate');
    const names = namesAsHeard({ received: gateway.messages, names: gateway.names });
    await expect.poll(names).toContain('alpha__echo');
    await gateway.ask('alpha__mutate', { mode: 'remove', tool: 'echo' });
    await expect.poll(names).toEqual(['alpha__mutate', 'enter-configuration-mode']);
    expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toMatch(/alpha__echo/);
    expect(alpha.calls()).toEqual(['mutate']);
    await gateway.ask('enter-configuration-mode');
    const { toolset } = await gateway.facts('get-active-toolset');
    expect(activity(toolset)).toEqual({ 'alpha.echo': false, 'alpha.mutate': true });
    await gateway.ask('exit-configuration-mode');

    await gateway.ask('alpha__mutate', { mode: 'restore' });
    await expect.poll(names).toEqual(['alpha__echo', 'alpha__mutate', 'enter-configuration-mode']);
    expect((await gateway.ask('alpha__echo', { text: 'back' })).result.content[0].text).toBe('alpha:back');
  });

  test.each([
    ['51', 'schema'],
    ['52', 'description'],
  ])('%s. a tool whose %s has changed since the set was built is served with a warning', async (_number, change) => {
    const { gateway } = await openPair();
    await equip(gateway, 'set-a', 'alpha.echo', 'alpha.mutate');
    const seen = gateway.messages.length;
    const before = await echoOf(gateway);
    await gateway.ask('alpha__mutate', { mode: change, tool: 'echo' });
    await gateway.find(({ method }) => method === 'notifications/tools/list_changed', seen);
    await expect.poll(() => echoOf(gateway)).not.toEqual(before);
    expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toBeUndefined();
    await gateway.ask('enter-configuration-mode');
    const { warnings } = await gateway.facts('get-active-toolset');
    expect(JSON.stringify(warnings)).toMatch(/alpha\.echo.*changed/);
  });

  test.each([
    ['51', 'schema'],
    ['52', 'description'],
  ])(
    '%s. with --changed-tools withhold, a tool whose %s has changed is withheld, and a warning says why',
    async (_number, change) => {
      const { gateway, alpha } = await openPair({ flags: [...modal, '--changed-tools', 'withhold'] });
      await equip(gateway, 'set-a', 'alpha.echo', 'alpha.mutate');
      const names = namesAsHeard({ received: gateway.messages, names: gateway.names });
      await expect.poll(names).toContain('alpha__echo');
      await gateway.ask('alpha__mutate', { mode: change, tool: 'echo' });
      await expect.poll(names).toEqual(['alpha__mutate', 'enter-configuration-mode']);
      expect(failure(await gateway.ask('alpha__echo', { text: 'x' }))).toMatch(/changed/);
      expect(alpha.calls()).toEqual(['mutate']);
      await gateway.ask('enter-configuration-mode');
      const { warnings, toolset } = await gateway.facts('get-active-toolset');
      expect(JSON.stringify(warnings)).toMatch(/alpha\.echo.*changed/);
      expect(activity(toolset)).toEqual({ 'alpha.echo': false, 'alpha.mutate': true });
    },
  );

  test('51. a tool that changed while the gateway was not running is noticed, too', async () => {
    const place = createPlace();
    const alphaEnv = { TOOLS_STATE: join(createFolder(), 'tools.json') };
    const flags = [...modal, '--changed-tools', 'withhold'];
    const { gateway } = await openPair({ place, alphaEnv, flags });
    await equip(gateway, 'set-a', 'alpha.echo', 'alpha.status');
    await gateway.end();
    const other = await openPair({ alphaEnv, flags: plain });
    await other.gateway.eventually(other.gateway.names, (names) => names.includes('alpha__mutate'));
    await other.gateway.ask('alpha__mutate', { mode: 'description', tool: 'echo' });
    await other.gateway.end();
    const { gateway: next, alpha } = await openPair({ place, alphaEnv, flags });
    const shown = await next.eventually(next.names, (names) => names.length === 2);
    expect(sorted(shown)).toEqual(['alpha__status', 'enter-configuration-mode']);
    expect(failure(await next.ask('alpha__echo', { text: 'x' }))).toMatch(/changed/);
    expect(alpha.calls()).toEqual([]);
  });
});

test('53. a server that dies in a call is an error that names it; the other works, and it restarts', async () => {
  const { gateway, alpha } = await openPair({ flags: plain });
  const all = await gateway.eventually(gateway.names, (names) => names.length === 18);
  const seen = gateway.messages.length;
  const [died, slept] = await Promise.all([gateway.ask('alpha__die'), gateway.ask('alpha__slow', { ms: 20_000 })]);
  expect([failure(died), failure(slept)]).toEqual([expect.stringContaining('alpha'), expect.stringContaining('alpha')]);
  await gateway.find(({ method }) => method === 'notifications/tools/list_changed', seen);
  expect((await gateway.ask('beta__echo', { text: 'x' })).result.content[0].text).toBe('beta:x');
  expect(await gateway.eventually(gateway.names, (names) => names.length === 18)).toEqual(all);
  expect((await gateway.ask('alpha__echo', { text: 'again' })).result.content[0].text).toBe('alpha:again');
  expect(alpha.starts()).toBe(2);
});

test('54. a server that starts slowly delays no other, and its tools are notified when it is ready', async () => {
  const [fast, stuck, late] = [twoTools('fast'), faulty('hang-at-start'), join(createFolder(), 'go')];
  const slow = twoTools('slow', { env: { START_WHEN: late } });
  const gateway = await openGateway({
    servers: { fast: fast.entry, slow: slow.entry, stuck: stuck.entry },
    flags: plain,
  });
  await gateway.eventually(gateway.names, (names) => names.length === 9);
  expect((await gateway.ask('fast__echo', { text: 'x' })).result.content[0].text).toBe('fast:x');
  const seen = gateway.messages.length;
  writeFileSync(late, '');
  await gateway.find(({ method }) => method === 'notifications/tools/list_changed', seen);
  await gateway.eventually(gateway.names, (names) => names.length === 18);
});

test('55. an invalid entry is a warning, and the others start; `http` means a streamable server', async () => {
  const alpha = twoTools('alpha');
  const remote = await serveRemote();
  const gateway = await openGateway({
    servers: {
      alpha: alpha.entry,
      nothing: {},
      'no-url': { type: 'sse' },
      'odd-type': { type: 'telepathy', url: remote.url },
      'odd-command': { command: 7 } as never,
      web: { type: 'http', url: remote.url },
    },
    flags: plain,
  });
  await gateway.eventually(gateway.names, (names) => names.length === 10);
  expect(await gateway.names()).toContain('web__remote_echo');
  for (const name of ['nothing', 'no-url', 'odd-type', 'odd-command']) expect(gateway.stderr()).toContain(name);
});

test('56. a tool list on several pages is complete', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `tool_${index}`);
  const paged = twoTools('paged', { env: { PAGE_SIZE: '5', TOOL_NAMES: JSON.stringify(names) } });
  const gateway = await openGateway({ servers: { paged: paged.entry }, flags: plain });
  expect(await gateway.eventually(gateway.names, (listed) => listed.length > 0)).toHaveLength(12);
  expect((await gateway.ask('paged__tool_11')).result.content[0].text).toBe('paged:tool_11');
});

test('57. tool names are distinct, short, plain, stable across restarts, and lead to the right tool', async () => {
  const long = 'l'.repeat(90);
  const named = (name: string, ...tools: readonly string[]) =>
    twoTools(name, { env: { TOOL_NAMES: JSON.stringify(tools) } }).entry;
  const servers = {
    a: named('a', 'b_c', '_b', 'b__c'),
    a_b: named('a_b', 'c'),
    a_: named('a_', 'b'),
    a__b: named('a__b', 'c'),
    'My Server!': named('My Server!', 'status', long, `${long}2`),
    'a.b': named('a.b', 'c', 'ünïcode', 'c d', 'c.d', 'c/d'),
  };
  const place = createPlace();
  const open = () => openGateway({ servers, flags: flat, place });
  const gateway = await open();
  const available = await gateway.eventually(
    () => gateway.facts('list-available-tools'),
    ({ summary }) => summary.totalTools === 14,
  );
  const tools = available.toolsByServer.flatMap((server: Message) => server.tools);
  const exposed: readonly string[] = tools.map(({ exposedName }: Message) => exposedName);
  expect(new Set(exposed).size).toBe(14);
  for (const name of exposed) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  const off = await openGateway({ servers, flags: plain });
  expect(sorted(await off.eventually(off.names, (names) => names.length === 14))).toEqual(sorted(exposed));
  for (const { exposedName, serverName, name } of tools) {
    const { result } = await off.ask(exposedName);
    expect(result.content[0].text).toBe(`${serverName}:${name}`);
  }
  await gateway.end();
  const next = await open();
  const again = await next.eventually(
    () => next.facts('list-available-tools'),
    ({ summary }) => summary.totalTools === 14,
  );
  expect(again).toEqual(available);
});

describe('58. a long call', () => {
  test('progress keeps a long call alive and is passed on; without progress the limit of the entry ends it', async () => {
    const alpha = twoTools('alpha', { timeout: 3 });
    const gateway = await openGateway({ servers: { alpha: alpha.entry }, flags: plain });
    await gateway.eventually(gateway.names, (names) => names.length === 9);
    const meta = { progressToken: 'mine', 'example.org/trace': { id: 7 } };
    const [kept, cut] = await Promise.all([
      gateway.ask('alpha__slow', { ms: 4000 }, { _meta: meta }),
      gateway.ask('alpha__slow', { ms: 4000 }),
    ]);
    expect(kept.result.content[0].text).toBe('alpha:slept');
    expect(failure(cut)).toMatch(/alpha.*(3 s|3000 ms|second)|time/);
    const progress = gateway.messages.filter(({ method }) => method === 'notifications/progress');
    expect(progress.map(({ params }) => params)).toEqual(
      [1, 2, 3, 4].map((step) => ({ progressToken: 'mine', progress: step, total: 4, message: `${step}/4` })),
    );
    const [first] = alpha.log().filter(({ method }) => method === 'tools/call');
    expect(first.params._meta).toMatchObject({ 'example.org/trace': { id: 7 } });
    expect(gateway.messages.indexOf(progress.at(-1))).toBeLessThan(gateway.messages.indexOf(kept));
  });

  test('a long call that the client cancels is cancelled at the server', async () => {
    const { gateway, alpha } = await openPair({ flags: plain });
    await gateway.eventually(gateway.names, (names) => names.includes('alpha__slow'));
    const params = { name: 'alpha__slow', arguments: { ms: 30_000 } };
    gateway.send({ jsonrpc: '2.0', id: 'taken-back', method: 'tools/call', params });
    await gateway.eventually(
      async () => alpha.calls(),
      (calls) => calls.includes('slow'),
    );
    gateway.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'taken-back', reason: 'bored' },
    });
    const taken = await gateway.eventually(
      async () => alpha.log().find(({ method }) => method === 'notifications/cancelled'),
      (entry) => entry !== undefined,
    );
    expect(taken.params.requestId).toBe(alpha.log().find(({ method }) => method === 'tools/call').id);
    expect(gateway.messages.filter(({ id }) => id === 'taken-back')).toEqual([]);
  });
});

test('60. --toolsets flat has no configuration mode, and lists the management tools with the others', async () => {
  const { gateway, alpha } = await openPair({ flags: flat });
  expect(sorted(await gateway.names())).toEqual(managementTools);
  for (const tool of ['enter-configuration-mode', 'exit-configuration-mode'])
    expect((await gateway.ask(tool)).error).toMatchObject({ code: -32602 });
  await gateway.eventually(() => gateway.facts('list-available-tools'), hasTool('alpha.echo'));
  await equip(gateway, 'set-a', 'alpha.echo');
  expect(sorted(await gateway.names())).toEqual(sorted([...managementTools, 'alpha__echo']));
  expect((await gateway.ask('alpha__echo', { text: 'x' })).result.content[0].text).toBe('alpha:x');
  expect(failure(await gateway.ask('alpha__status'))).toBeDefined();
  expect(alpha.calls()).toEqual(['echo']);
  expect(JSON.stringify(await gateway.list())).not.toMatch(/configuration mode/i);
});

test('60. the variable MODEGATE_TOOLSETS has the same effect as the flag', async () => {
  const flags = ['--unequipped', 'none', '--mode', 'free', '--surface', 'tools'];
  const open = (value: string) => openPair({ flags, env: { MODEGATE_TOOLSETS: value } });
  expect(sorted(await (await open('flat')).gateway.names())).toEqual(managementTools);
  expect(sorted(await (await open('modal')).gateway.names())).toEqual(configuringTools);
  const { gateway } = await open('off');
  expect(await gateway.names()).toHaveLength(18);
});

test('61. a remote server gets the headers of its entry with variables replaced', async () => {
  const remote = await serveRemote();
  const headers = { 'X-Plain': 'plain', Authorization: `Bearer \${env:REMOTE_TOKEN}` };
  const gateway = await openGateway({
    servers: { web: { type: 'streamable-http', url: remote.url, headers } },
    flags: plain,
    env: { REMOTE_TOKEN: 'secret-7' },
  });
  await gateway.eventually(gateway.names, (names) => names.length > 0);
  expect((await gateway.ask('web__remote_echo', { text: 'x' })).result.content[0].text).toBe('remote:x');
  expect(remote.requests.length).toBeGreaterThanOrEqual(3);
  for (const request of remote.requests)
    expect(request).toMatchObject({ 'x-plain': 'plain', authorization: 'Bearer secret-7' });
  expect(gateway.stderr()).not.toContain('secret-7');
});

test('a server is started in the project with its own variables and only the harmless inherited ones', async () => {
  const alpha = twoTools('alpha', { env: { MINE: 'kept' } });
  const env = { SECRET_TOKEN: 'secret', NODE_OPTIONS: '--no-warnings', MODEGATE_LOG_LEVEL: 'DEBUG' };
  const gateway = await openGateway({ servers: { alpha: alpha.entry }, flags: plain, env });
  await gateway.eventually(gateway.names, (names) => names.length > 0);
  const [started] = alpha.log();
  expect(started.cwd).toBe(gateway.place.project);
  expect(started.env).toEqual(expect.arrayContaining(['CALL_LOG', 'MINE', 'MODEGATE_GATEWAY']));
  const harmless = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'CALL_LOG', 'MINE', 'MODEGATE_GATEWAY'];
  // Windows needs more, and its processes add some of their own.
  if (process.platform !== 'win32') expect(harmless).toEqual(expect.arrayContaining(started.env));
  expect(started.env).not.toContain('SECRET_TOKEN');
});

test('a server file that contains modes-server itself starts no chain of servers', async () => {
  const place = createPlace();
  const alpha = twoTools('alpha');
  const servers: Record<string, ServerEntry> = { alpha: alpha.entry };
  const args = gatewayArgs({ servers, flags: ['--mode', 'free'] }, place);
  servers.self = { command: process.execPath, args: [builtServer, ...args] };
  const gateway = await openGateway({ servers, place, flags: ['--mode', 'free', '--toolsets', 'off'] });
  await gateway.eventually(gateway.names, (names) => names.includes('alpha__echo'));
  const { servers: told } = await gateway.facts('list_available_tools');
  expect(told.map(({ name }: Message) => name)).toEqual(['alpha', 'self']);
  expect(await gateway.names()).not.toContain('self__alpha__echo');
  expect(alpha.starts()).toBe(1);
});

function hasTool(namespacedName: string) {
  return (facts: Message): boolean => idsOf(facts)[namespacedName] !== undefined;
}

function activity({ tools }: Message): Message {
  return Object.fromEntries(tools.map((tool: Message) => [tool.namespacedName, tool.active]));
}

async function echoOf(gateway: Gateway): Promise<Message> {
  return (await gateway.list()).find(({ name }) => name === 'alpha__echo');
}

/** A small remote server: one tool, JSON answers, no sessions; keeps the headers of every request. */
async function serveRemote() {
  const requests: Message[] = [];
  const results: Readonly<Record<string, (params: Message) => object>> = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'remote', version: '1' },
    }),
    'tools/list': () => ({ tools: [{ name: 'remote_echo', inputSchema: { type: 'object' } }] }),
    'tools/call': ({ arguments: given }) => ({ content: [{ type: 'text', text: `remote:${given.text}` }] }),
  };
  const server = createServer((request, response) => {
    requests.push(request.headers);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
      if (id === undefined) {
        response.writeHead(202).end();
        return;
      }
      const result = results[method]?.(params ?? {}) ?? {};
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}
