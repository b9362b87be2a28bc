import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runServer } from '../support/built-server.ts';
import type { Message } from '../support/wire-client.ts';
import { openByteClient } from './support/byte-client.ts';
import { createPlace, failure, type Gateway, gatewayArgs, openGateway, pause } from './support/gateway.ts';
import { faulty, type ServerEntry, twoTools, type Upstream } from './support/upstreams.ts';

const flags = ['--toolsets', 'off', '--mode', 'free'];

interface Beside {
  readonly gateway: Gateway;
  readonly well: Upstream;
  readonly ill: Readonly<Record<string, Upstream>>;
}

/** Opens a gateway in front of a server that is well and servers with one fault each, each named for its fault. */
async function openBeside(
  faults: readonly string[],
  more: Readonly<Record<string, ServerEntry>> = {},
): Promise<Beside> {
  const well = twoTools('well');
  const ill = Object.fromEntries(faults.map((fault) => [fault, faulty(fault)]));
  const entries = Object.fromEntries(Object.entries(ill).map(([fault, { entry }]) => [fault, entry]));
  const gateway = await openGateway({ servers: { ...entries, ...more, well: well.entry }, flags, endWithTest: false });
  await gateway.eventually(gateway.names, (names) => names.includes('well__echo'));
  return { gateway, well, ill };
}

/** The server beside is as well as ever: a round of its calls, one after the other, is answered. */
async function expectWell(gateway: Gateway): Promise<void> {
  for (let count = 0; count < 20; count++) {
    const { result } = await gateway.ask('well__echo', { text: `${count}` });
    expect(result.content).toEqual([{ type: 'text', text: `well:${count}` }]);
  }
  expect(await gateway.request('ping')).toMatchObject({ result: {} });
}

/** What list_available_tools says of one server. */
async function told(gateway: Gateway, server: string): Promise<string> {
  const { result } = await gateway.ask('list_available_tools');
  const { servers } = result.structuredContent;
  return JSON.stringify(servers.find(({ name }: Message) => name === server));
}

const ping = async (gateway: Gateway, server: string): Promise<string> =>
  (await gateway.ask(`${server}__ping`)).result?.content[0].text;

/** The memory of the gateway in megabytes, where the system tells it. */
function megabytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const pids = (upstreams: readonly Upstream[]): readonly number[] =>
  upstreams.flatMap(({ log }) => log().flatMap(({ started }) => (started === undefined ? [] : [started])));

describe('servers that do not start', () => {
  const reasons: readonly (readonly [string, RegExp])[] = [
    ['exit-at-start', /3|cannot find my database/],
    ['refuse-start', /not today/],
    ['unknown-revision', /1999-01-01/],
    ['odd-greeting', /initialize/],
    ['no-such-command', /modegate-no-such-command/],
  ];
  const faults = ['hang-at-start', 'exit-at-start', 'refuse-start', 'unknown-revision', 'odd-greeting', 'silent-list'];
  let beside: Beside;

  beforeAll(async () => {
    beside = await openBeside(faults, { 'no-such-command': { command: 'modegate-no-such-command' } });
  });

  test('servers that do not start delay no other server', async () => {
    await expectWell(beside.gateway);
  });

  test.each(reasons)('the gateway reports the server %s with the reason for its failure', async (fault, reason) => {
    const said = await beside.gateway.eventually(
      () => told(beside.gateway, fault),
      (text) => reason.test(text),
    );
    expect(said).toMatch(/disconnected|connecting/);
  });

  test.each(['hang-at-start', 'silent-list'])('the gateway reports the server %s as connecting', async (fault) => {
    expect(await told(beside.gateway, fault)).toMatch(/connecting|connected/);
  });

  test('a call to a server that does not start fails without waiting', async () => {
    expect(failure(await beside.gateway.ask('exit-at-start__ping'))).toBeDefined();
  });

  test('doctor names each server that does not start with its reason, and the one that works', async () => {
    const { gateway, well, ill } = beside;
    const entries = Object.entries({ ...ill, well }).map(([name, { entry }]) => [name, entry] as const);
    const place = createPlace();
    const servers = { ...Object.fromEntries(entries), 'no-such-command': { command: 'modegate-no-such-command' } };
    // Two of them never answer, so that it lasts as long as it may; the others need a while on a busy machine.
    const args = ['doctor', '--timeout', '15', ...gatewayArgs({ servers, flags }, place)];
    const { stdout } = await runServer(args, { cwd: place.project, home: place.home });
    for (const [fault, reason] of reasons) expect(stdout).toMatch(new RegExp(`${fault} .*(${reason.source}).*`));
    expect(stdout).toMatch(/hang-at-start .*(connecting|no answer)/);
    expect(stdout).toMatch(/well .*9 tools/);
    await expectWell(gateway);
  });

  test('servers that do not start are tried again with a delay', () => {
    for (const fault of ['exit-at-start', 'refuse-start', 'odd-greeting'])
      expect(beside.ill[fault]?.starts()).toBeLessThan(30);
  });

  test('servers that do not start end with the gateway', async () => {
    expect(await beside.gateway.end()).toBe(0);
    expect(pids([beside.well, ...Object.values(beside.ill)]).filter(isAlive)).toEqual([]);
    expect(beside.gateway.strays).toEqual([]);
  });
});

describe('servers that violate the protocol', () => {
  const faults = [
    'garbage',
    'twice',
    'unknown-ids',
    'asks',
    'odd-tools',
    'endless-pages',
    'silent',
    'die-in-call',
    'stubborn',
  ];
  let beside: Beside;
  let gateway: Gateway;

  beforeAll(async () => {
    beside = await openBeside(faults);
    gateway = beside.gateway;
  });

  test.each(['garbage', 'twice', 'unknown-ids', 'asks', 'odd-tools', 'silent', 'die-in-call', 'stubborn'])(
    '%s: the other tools of the faulty server and a healthy server work',
    async (fault) => {
      await gateway.eventually(gateway.names, (names) => names.includes(`${fault}__ping`));
      for (let count = 0; count < 5; count++) expect(await ping(gateway, fault)).toBe('pong');
      await expectWell(gateway);
    },
  );

  test('twice: the first of two answers counts, for the client too', async () => {
    for (let count = 0; count < 20; count++) expect(await ping(gateway, 'twice')).toBe('pong');
    const ids = gateway.messages.filter(({ method }) => method === undefined).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('asks: a server request that the client does not support is refused, and never reaches the client', async () => {
    const answer = await gateway.ask('asks__ask');
    const { told: answers } = answer.result.structuredContent;
    expect(answers).toHaveLength(5);
    for (const { result, error } of answers) expect([result, error.code]).toEqual([undefined, expect.any(Number)]);
    expect(gateway.messages.filter(({ method, id }) => method !== undefined && id !== undefined)).toEqual([]);
    const initialize = beside.ill.asks?.log().find(({ method }) => method === 'initialize');
    expect(initialize.params.capabilities).toEqual({});
  });

  test('odd-tools: valid tools are listed, and invalid ones are reported', async () => {
    const tools = (await gateway.list()).filter(({ name }) => name.startsWith('odd-tools'));
    expect(tools.map(({ name }) => name)).toContain('odd-tools__ping');
    for (const { name, inputSchema } of await gateway.list()) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(inputSchema.type).toBe('object');
    }
    expect(await ping(gateway, 'odd-tools')).toBe('pong');
  });

  test('endless-pages: the list of a server with endless pages is limited', async () => {
    const names = await gateway.eventually(gateway.names, (all) => all.includes('endless-pages__page_0'));
    const pages = names.filter((name) => name.startsWith('endless-pages'));
    expect(pages.length).toBeLessThanOrEqual(10_000);
    expect(beside.ill['endless-pages']?.log().length).toBeLessThan(10_000);
    expect(gateway.stderr()).toMatch(/endless-pages: .*pages/);
  });

  test('silent: a call without an answer can be cancelled, and blocks no other', async () => {
    const params = { name: 'silent__silent', arguments: {} };
    gateway.send({ jsonrpc: '2.0', id: 'silence', method: 'tools/call', params });
    await gateway.eventually(
      async () => beside.ill.silent?.calls() ?? [],
      (calls) => calls.includes('silent'),
    );
    expect(await ping(gateway, 'silent')).toBe('pong');
    await expectWell(gateway);
    gateway.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'silence' } });
    expect(await ping(gateway, 'silent')).toBe('pong');
    expect(gateway.messages.filter(({ id }) => id === 'silence')).toEqual([]);
  });

  test('die-in-call: a call whose server dies is an error that names the server, which is restarted', async () => {
    const [died] = await Promise.all([gateway.ask('die-in-call__die'), expectWell(gateway)]);
    expect(failure(died)).toContain('die-in-call');
    expect(
      await gateway.eventually(
        () => ping(gateway, 'die-in-call'),
        (text) => text === 'pong',
      ),
    ).toBe('pong');
    expect(beside.ill['die-in-call']?.starts()).toBe(2);
  });

  test('all faulty servers end with the gateway, including the stubborn one', async () => {
    expect(await gateway.end()).toBe(0);
    expect(pids(Object.values(beside.ill)).filter(isAlive)).toEqual([]);
    expect(gateway.strays).toEqual([]);
  });
});

describe('a server that sends without end', () => {
  let open: Gateway | undefined;
  afterAll(async () => {
    await open?.end();
  });

  /** Watches the gateway for a while beside the fault: calls are answered, and the memory stays where it was. */
  async function expectBounded({ gateway }: Beside, maxMegabytes: number): Promise<void> {
    open = gateway;
    let most = 0;
    const until = Date.now() + 800;
    while (Date.now() < until) {
      await expectWell(gateway);
      most = Math.max(most, megabytes(gateway.child.pid));
    }
    expect(most).toBeLessThan(maxMegabytes);
    expect(await gateway.end()).toBe(0);
  }

  test.each(['flood', 'flood-list-changed', 'flood-stderr', 'flood-garbage'])(
    '%s: a server that floods the gateway still has its own calls answered',
    async (fault) => {
      const beside = await openBeside([fault]);
      await beside.gateway.eventually(beside.gateway.names, (names) => names.includes(`${fault}__ping`));
      expect(await ping(beside.gateway, fault)).toBe('pong');
      await expectBounded(beside, 400);
      const { messages } = beside.gateway;
      expect(messages.filter(({ method }) => method === 'notifications/tools/list_changed').length).toBeLessThan(100);
      expect(beside.gateway.stderr().length).toBeLessThan(1_000_000);
    },
  );

  test('endless-line: a server that sends an endless line is stopped and reported', async () => {
    const beside = await openBeside(['endless-line']);
    const said = await beside.gateway.eventually(
      () => told(beside.gateway, 'endless-line'),
      (text) => /disconnected/.test(text),
    );
    expect(said).toMatch(/bytes|MiB|long|large/);
    await expectBounded(beside, 500);
  });

  test('churn: the client is notified of each list change, and not more often', async () => {
    const beside = await openBeside(['churn']);
    const { gateway } = beside;
    await gateway.eventually(gateway.names, (names) => names.some((name) => name.startsWith('churn__tool_')));
    const announced = () =>
      gateway.messages.filter(({ method }) => method === 'notifications/tools/list_changed').length;
    const before = announced();
    await expect.poll(announced).toBeGreaterThan(before + 1);
    await expectBounded(beside, 400);
    const lists = beside.ill.churn?.log().filter(({ method }) => method === 'tools/list').length;
    expect(announced()).toBeLessThanOrEqual((lists ?? 0) + 1);
  });

  test('huge: fifty megabytes arrive whole, a larger answer ends the server, and memory is bounded', async () => {
    const [well, huge] = [twoTools('well'), faulty('huge')];
    const { child, request } = await openByteClient({ well: well.entry, huge: huge.entry }, flags);
    const ask = (name: string, given: object = {}) => request('tools/call', { name, arguments: given });
    const pong = async () => {
      while ((await ask('huge__ping')).result?.content[0].text !== 'pong') await pause(50);
    };
    await pong();
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, megabytes(child.pid));
    }, 10);
    const [whole, beside] = await Promise.all([ask('huge__huge'), ask('well__echo', { text: 'x' })]);
    expect([whole.result.content[0].text.length, beside.result.content[0].text]).toEqual([50 * 1024 * 1024, 'well:x']);
    expect(failure(await ask('huge__huge', { bytes: 100 * 1024 * 1024 }))).toMatch(/huge.*bytes/);
    await pong();
    clearInterval(watching);
    expect(most).toBeLessThan(700);
    child.stdin.end();
  });
});
