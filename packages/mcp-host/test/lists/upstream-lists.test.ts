import { type JsonObject, RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { connect, plainClient } from '../support/connect.ts';
import { type Answer, initializeResult, politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

const alpha = { alpha: { command: 'alpha' } };
const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
const all = { tools: {}, resources: {}, prompts: {} };

type ListAnswer = (params: JsonObject, link: Parameters<Answer>[0]['link']) => JsonObject | RpcError | 'silence';

/** A server that declares the given capabilities and answers the given list methods. */
function listing(lists: Readonly<Record<string, ListAnswer>>, capabilities: JsonObject = { tools: {} }): Answer {
  return (request) => {
    if (request.method === 'initialize') return { ...initializeResult, capabilities };
    const list = lists[request.method];
    return list === undefined ? politeAnswer(request) : list(request.params, request.link);
  };
}

async function connected(answer: Answer) {
  const world = connect(alpha, { answer });
  world.connections.acquire(plainClient);
  await world.connections.settled();
  return world;
}

describe('reading lists', () => {
  test('all pages of all declared lists are read in order, keeping the exact objects', async () => {
    const odd = { name: 'odd', inputSchema: { type: 'object', 'x-foo': 1 }, execution: {}, 'x-bar': [null] };
    const { server } = await connected(
      listing(
        {
          'tools/list': ({ cursor }) =>
            cursor === undefined
              ? { tools: [tool('a')], nextCursor: '' }
              : cursor === ''
                ? { tools: [odd] }
                : 'silence',
          'resources/list': () => ({ resources: [{ uri: 'x://1', name: 'one' }] }),
          'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'x://{id}', name: 't' }] }),
          'prompts/list': () => ({ prompts: [{ name: 'p' }], nextCursor: null }),
        },
        all,
      ),
    );
    expect(server('alpha').tools).toEqual([tool('a'), odd]);
    expect(server('alpha').tools[1]).toBe(odd);
    expect(server('alpha')).toMatchObject({
      resources: [{ uri: 'x://1' }],
      resourceTemplates: [{ uriTemplate: 'x://{id}' }],
      prompts: [{ name: 'p' }],
      complete: { tools: true, resources: true, resourceTemplates: true, prompts: true },
    });
  });

  test('only declared lists are requested', async () => {
    const { servers } = await connected(listing({}, { prompts: {} }));
    expect(servers.link('alpha').methods()).toEqual(['initialize', 'prompts/list']);
  });

  test('the tools of a server that declares no list are requested anyway', async () => {
    const { server, servers } = await connected(listing({}, {}));
    expect(servers.link('alpha').methods()).toEqual(['initialize', 'tools/list']);
    expect(server('alpha').tools).toHaveLength(1);
  });

  test('a list method unknown to the server counts as an empty list', async () => {
    const { server } = await connected(listing({ 'resources/list': () => ({ resources: [] }) }, { resources: {} }));
    expect(server('alpha')).toMatchObject({ resourceTemplates: [], complete: { resourceTemplates: true } });
    expect(server('alpha').errors).toEqual([]);
  });

  test.each<[string, ListAnswer, number, RegExp]>([
    [
      'a cursor that comes again',
      () => ({ tools: [tool('a')], nextCursor: 'x' }),
      2,
      /repeats the cursor of an earlier page/,
    ],
    [
      'a cursor that is not a string',
      () => ({ tools: [tool('a')], nextCursor: 7 }),
      1,
      /a cursor that is not a string/,
    ],
    [
      'pages without end',
      ({ cursor }) => ({ tools: [tool(String(cursor))], nextCursor: `${String(cursor)}+` }),
      1_000,
      /more than 1000 pages/,
    ],
    [
      'items without end',
      ({ cursor }) => ({ tools: Array.from({ length: 4_000 }, () => tool('a')), nextCursor: `${String(cursor)}+` }),
      10_000,
      /more than 10000 tools/,
    ],
    ['a page without the list', () => ({ toolz: [] }), 0, /Page 1 of its tools has no array "tools"/],
    ['a page whose list is none', () => ({ tools: { length: 3 } }), 0, /has no array "tools"/],
  ])('reading a list ends at %s and records a remark', async (...[, list, count, remark]) => {
    const { server } = await connected(listing({ 'tools/list': list }));
    expect(server('alpha').tools).toHaveLength(count);
    expect(server('alpha').complete.tools).toBe(false);
    expect(server('alpha').errors.at(-1)).toMatchObject({ level: 'warn', message: expect.stringMatching(remark) });
  });

  test('list entries that are not objects are left out', async () => {
    const { server } = await connected(listing({ 'tools/list': () => ({ tools: [null, 'x', [], tool('a'), 3] }) }));
    expect(server('alpha')).toMatchObject({ tools: [tool('a')], complete: { tools: true } });
    expect(server('alpha').errors.at(-1)?.message).toBe('4 of its tools are not objects and are ignored.');
  });

  test('the pages before a failed one are kept, and the list is retried later', async () => {
    let isBroken = true;
    const { server, time } = await connected(
      listing({
        'tools/list': ({ cursor }) => {
          if (cursor === undefined) return { tools: [tool('a')], nextCursor: '2' };
          return isBroken ? new RpcError(-32_603, 'No database.') : { tools: [tool('b')] };
        },
      }),
    );
    expect(server('alpha')).toMatchObject({ tools: [tool('a')], complete: { tools: false } });
    expect(server('alpha').errors.at(-1)?.message).toBe('Page 2 of its tools could not be read: No database.');
    isBroken = false;
    await time.pass(2_000);
    expect(server('alpha')).toMatchObject({ tools: [tool('a'), tool('b')], complete: { tools: true } });
  });

  test('a known list is kept when a later reading fails', async () => {
    let isBroken = false;
    const { server, servers } = await connected(
      listing({
        'tools/list': () => (isBroken ? new RpcError(-32_603, 'No database.') : { tools: [tool('a'), tool('b')] }),
      }),
    );
    isBroken = true;
    servers.link('alpha').notify('notifications/tools/list_changed');
    await quiet();
    expect(server('alpha').tools).toHaveLength(2);
  });

  test('a list that is never answered does not affect other lists', async () => {
    const { connections, server, time } = connect(alpha, {
      answer: listing(
        { 'tools/list': () => 'silence', 'prompts/list': () => ({ prompts: [{ name: 'p' }] }) },
        { tools: {}, prompts: {} },
      ),
    });
    connections.acquire(plainClient);
    await quiet();
    expect(server('alpha')).toMatchObject({ state: { status: 'connected' }, prompts: [{ name: 'p' }], tools: [] });
    await time.pass(60_001);
    expect(server('alpha').complete).toMatchObject({ tools: false, prompts: true });
  });
});

describe('changed lists', () => {
  test('a changed list is read immediately and reported once, and only if its content differs', async () => {
    const { events, server, servers, time } = await connected(
      listing({ 'tools/list': (_, link) => ({ tools: link.methods().length > 2 ? [tool('b')] : [tool('a')] }) }),
    );
    const seen = events.length;
    const link = servers.link('alpha');
    link.notify('notifications/tools/list_changed');
    await time.pass(100);
    expect(server('alpha').tools).toEqual([tool('b')]);
    expect(events.slice(seen)).toEqual([{ type: 'list', server: 'alpha', list: 'tools' }]);
    const known = server('alpha').tools;
    link.notify('notifications/tools/list_changed');
    await time.pass(10_000);
    expect(link.methods()).toHaveLength(4);
    expect(events.slice(seen)).toHaveLength(1);
    expect(server('alpha').tools).toBe(known);
  });

  test('a storm of changes leads to one reading at a time, then one more', async () => {
    let asked = 0;
    let running = 0;
    let most = 0;
    const { connections, servers, server, time } = connect(alpha, {
      async answer(request) {
        if (request.method !== 'tools/list') return politeAnswer(request);
        running += 1;
        most = Math.max(most, running);
        await quiet();
        running -= 1;
        asked += 1;
        return { tools: [tool(`t${asked}`)] };
      },
    });
    connections.acquire(plainClient);
    await connections.settled();
    for (let change = 0; change < 10_000; change += 1) servers.link('alpha').notify('notifications/tools/list_changed');
    await quiet();
    for (let change = 0; change < 10_000; change += 1) servers.link('alpha').notify('notifications/tools/list_changed');
    await time.pass(30_000);
    expect(most).toBe(1);
    expect(asked).toBeLessThanOrEqual(4);
    expect(server('alpha').tools).toEqual([tool(`t${asked}`)]);
  });

  test('a server that keeps changing its lists is read less and less often while others are served', async () => {
    let count = 0;
    const { servers, server, connections, time } = await connected(
      listing({
        'tools/list'() {
          count += 1;
          return { tools: [tool(`t${count}`)] };
        },
      }),
    );
    for (let change = 0; change < 600; change += 1) {
      servers.link('alpha').notify('notifications/tools/list_changed');
      await time.pass(100);
    }
    expect(count).toBeLessThan(45);
    await expect(connections.request('alpha', 'tools/call', { name: 'x' })).resolves.toBeDefined();
    await time.pass(2_000);
    expect(server('alpha').tools).toEqual([tool(`t${count}`)]);
  });

  test('a change of resources also triggers reading the templates', async () => {
    let templates: readonly JsonObject[] = [];
    const { servers, server, events, time } = await connected(
      listing(
        {
          'resources/list': () => ({ resources: [] }),
          'resources/templates/list': () => ({ resourceTemplates: templates }),
        },
        { resources: { listChanged: true } },
      ),
    );
    const seen = events.length;
    templates = [{ uriTemplate: 'x://{id}' }];
    servers.link('alpha').notify('notifications/resources/list_changed');
    await time.pass(100);
    expect(server('alpha').resourceTemplates).toEqual(templates);
    expect(events.slice(seen)).toEqual([{ type: 'list', server: 'alpha', list: 'resources' }]);
  });

  test('a list change is ignored before the server is ready or for a list that it does not have', async () => {
    const { servers, server, time } = await connected(listing({ 'tools/list': () => ({ tools: [] }) }, { tools: {} }));
    servers.link('alpha').notify('notifications/prompts/list_changed');
    await time.pass(10_000);
    expect(servers.link('alpha').methods()).toEqual(['initialize', 'tools/list']);
    expect(server('alpha').errors).toEqual([]);
  });
});
