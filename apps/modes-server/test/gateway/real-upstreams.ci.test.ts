import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, environment, installedScript, runScript } from '@modegate/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from '../support/built-server.ts';
import { connectAiSdk, connectSuccessor, type Launch, type OutsideClient } from '../support/outside-client.ts';
import type { Message } from '../support/wire-client.ts';
import { createPlace, failure, type Gateway, gatewayArgs, mode, openGateway } from './support/gateway.ts';
import { type ServerEntry, twoTools, type Upstream, upstream } from './support/upstreams.ts';

const files = createFolder({ 'notes.txt': 'Remember the milk.' });
const denied = join(files, 'denied.txt');

const filesystem: ServerEntry = {
  command: process.execPath,
  args: [installedScript('@modelcontextprotocol/server-filesystem', 'mcp-server-filesystem'), files],
};
const everything: ServerEntry = {
  command: process.execPath,
  args: [installedScript('@modelcontextprotocol/server-everything', 'mcp-server-everything'), 'stdio'],
};

const readOnly = ['read_*', 'list_*', 'search_files', 'get_file_info', 'directory_tree'];
/** `code` may use everything; `reader` may read files, add and echo, and has nothing to do with server-everything. */
const modes = JSON.stringify({
  customModes: [
    mode('code'),
    mode('reader', {
      mcpRestrictions: {
        disallowedServers: ['everything'],
        allowedTools: [
          ...readOnly.map((toolName) => ({ serverName: 'filesystem', toolName })),
          { serverName: 'fast', toolName: 'add' },
          { serverName: 'alpha', toolName: 'echo' },
        ],
      },
    }),
  ],
});

const readTools = [
  'filesystem__directory_tree',
  'filesystem__get_file_info',
  'filesystem__list_allowed_directories',
  'filesystem__list_directory',
  'filesystem__list_directory_with_sizes',
  'filesystem__read_file',
  'filesystem__read_media_file',
  'filesystem__read_multiple_files',
  'filesystem__read_text_file',
  'filesystem__search_files',
];
const writeTools = ['create_directory', 'edit_file', 'move_file', 'write_file'].map((tool) => `filesystem__${tool}`);

function launch(fixed: string, servers: Readonly<Record<string, ServerEntry>>): Launch {
  const place = createPlace();
  const args = gatewayArgs({ servers, modes, flags: ['--toolsets', 'off', '--mode', fixed] }, place);
  return {
    command: process.execPath,
    args: [builtServer, ...args],
    cwd: place.project,
    env: environment({ cwd: place.project, home: place.home }),
    stderr: 'ignore',
  };
}

const fast = upstream('fast-mcp-server.ts').entry;

// Clients that were written by others, each over processes of its own.
describe.each([
  ['the MCP SDK, second generation', (how: Launch) => connectSuccessor(how, 'legacy')],
  ['the MCP SDK, second generation, asking for its own revision first', (how: Launch) => connectSuccessor(how, 'auto')],
  ['the AI SDK', (how: Launch): Promise<OutsideClient> => connectAiSdk(how)],
] as const)('the client of %s', (_which, connect) => {
  describe.each([
    ['reader', false],
    ['code', true],
  ] as const)('in mode %s', (fixed, mayWrite) => {
    let client: OutsideClient;
    let names: readonly string[];

    beforeAll(async () => {
      client = await connect(launch(fixed, { filesystem, everything, fast }));
      const awaited = ['filesystem__read_file', 'fast__add', ...(mayWrite ? ['everything__get-sum'] : [])];
      names = await listUntil(client, awaited);
    });
    afterAll(() => client.close());

    const call = async (name: string, args: Record<string, unknown>): Promise<Message> => {
      try {
        return (await client.callTool({ name, arguments: args })) as Message;
      } catch (error) {
        return { isError: true, content: [{ text: String(error) }] };
      }
    };

    test('the gateway lists the tools that the mode allows', () => {
      expect(names).toEqual(expect.arrayContaining(readTools));
      expect(names.filter((name) => writeTools.includes(name))).toEqual(mayWrite ? writeTools : []);
      expect(names.includes('fast__add')).toBe(true);
      expect(names.includes('fast__divide')).toBe(mayWrite);
      expect(names.some((name) => name.startsWith('everything'))).toBe(mayWrite);
    });

    test('the gateway reads through the server', async () => {
      const path = join(files, 'notes.txt');
      expect(await call('filesystem__read_text_file', { path })).toMatchObject({
        content: [{ type: 'text', text: 'Remember the milk.' }],
        structuredContent: { content: 'Remember the milk.' },
      });
      expect((await call('fast__add', { a: 19, b: 23 })).content).toEqual([{ type: 'text', text: '42' }]);
    });

    test('the gateway writes only if the mode allows it', async () => {
      const path = mayWrite ? join(files, `by ${_which}.txt`) : denied;
      const calls = [
        await call('filesystem__write_file', { path, content: 'written' }),
        await call('call_tool', { name: 'filesystem__write_file', arguments: { path, content: 'written' } }),
      ];
      expect(calls.map(({ isError }) => isError === true)).toEqual([!mayWrite, !mayWrite]);
      expect(existsSync(path)).toBe(mayWrite);
      if (mayWrite) expect(readFileSync(path, 'utf8')).toBe('written');
    });

    test('the gateway offers the resources, templates and prompts of the servers that the mode allows', async () => {
      const own = (all: readonly string[]) =>
        all.some((one) => one.startsWith('demo:') || one.startsWith('everything'));
      // They are read beside the tools, and need not be there with them.
      const offered = async () => {
        const uris = (await client.listResources()).resources.map(({ uri }) => uri);
        const { resourceTemplates } = await client.listResourceTemplates();
        const prompts = (await client.listPrompts()).prompts.map(({ name }) => name);
        const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
        return [uris.includes('fast://notes'), own(uris), own(templates), own(prompts)];
      };
      await expect.poll(offered).toEqual([true, mayWrite, mayWrite, mayWrite]);
      expect(await client.readResource({ uri: 'fast://notes' })).toMatchObject({
        contents: [{ uri: 'fast://notes', text: 'Remember the milk.' }],
      });
      expect((await client.readResource({ uri: 'fast://notes/monday' })).contents).toMatchObject([
        { text: 'Notes of monday' },
      ]);
      const { messages } = await client.getPrompt({ name: 'fast__greet', arguments: { who: 'Ada' } });
      expect(messages).toMatchObject([{ content: { text: 'Greet Ada.' } }]);
      const forbidden = client.readResource({ uri: 'demo://resource/dynamic/text/1' });
      if (mayWrite) expect((await forbidden).contents).toHaveLength(1);
      else await expect(forbidden).rejects.toThrow();
    });
  });
});

describe('the MCP inspector', () => {
  const inspector = installedScript('@modelcontextprotocol/inspector', 'mcp-inspector');
  const storage = createFolder();

  async function inspect(fixed: string, method: string, ...args: readonly string[]) {
    const { args: target, cwd } = launch(fixed, { filesystem });
    const { code, stdout, stderr } = await runScript(
      inspector,
      [
        '--cli',
        process.execPath,
        ...target,
        '--first-list-wait',
        '20',
        '--method',
        method,
        '--format',
        'json',
        ...args,
      ],
      { cwd, home: storage, env: { MCP_INSPECTOR_SECRET_STORE: 'memory', MCP_STORAGE_DIR: storage } },
    );
    return { code, stderr, result: stdout === '' ? undefined : (JSON.parse(stdout).result as Message) };
  }

  // Each of its calls starts everything afresh, so the first list must already be whole.
  test('the MCP inspector lists the tools of the mode, all with portable names', async () => {
    const { code, result, stderr } = await inspect('reader', 'tools/list', '--strict');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
    const names = result.tools.map(({ name }: Message) => name);
    expect(names.filter((name: string) => name.startsWith('filesystem__')).toSorted()).toEqual(readTools);
  });

  test('the MCP inspector can write in mode code, and not in mode reader', async () => {
    const write = (path: string) =>
      ['--tool-name', 'filesystem__write_file', '--tool-arg', `path=${path}`, 'content=by the inspector'] as const;
    const allowed = join(files, 'by-inspector.txt');
    const [inCode, inReader] = [
      await inspect('code', 'tools/call', ...write(allowed)),
      await inspect('reader', 'tools/call', ...write(denied)),
    ];
    expect([inCode.code, inReader.code]).toEqual([0, 5]);
    expect(readFileSync(allowed, 'utf8')).toBe('by the inspector');
    expect(existsSync(denied)).toBe(false);
  });
});

describe('a denied tool', () => {
  let [gateway, alpha]: [Gateway, Upstream] = [] as never;

  beforeAll(async () => {
    alpha = twoTools('alpha');
    gateway = await openGateway({
      servers: { alpha: alpha.entry, everything, filesystem },
      modes,
      flags: ['--toolsets', 'flat', '--mode', 'reader'],
      endWithTest: false,
    });
    await gateway.eventually(gateway.names, (names) =>
      ['alpha__echo', ...readTools].every((name) => names.includes(name)),
    );
  });
  afterAll(() => gateway.end());

  test('a denied tool is in no list, and in no answer of the tools that describe tools', async () => {
    const told = [
      await gateway.request('tools/list'),
      await gateway.ask('list_available_tools'),
      await gateway.ask('list-available-tools'),
    ];
    for (const answer of told) {
      expect(failure(answer.result.tools === undefined ? answer : { result: {} })).toBeUndefined();
      expect(JSON.stringify(answer)).toContain('read_text_file');
      expect(JSON.stringify(answer)).not.toMatch(/hard_error|write_file"|get-sum/);
    }
    expect(failure(await gateway.ask('describe_tool', { name: 'alpha__hard_error' }))).toBeDefined();
    expect(JSON.stringify(await gateway.ask('describe_tool', { name: 'alpha__hard_error' }))).not.toContain('Fails as');
  });

  const spellings = [
    'alpha__hard_error',
    'alpha.hard_error',
    'alpha_hard_error',
    'alpha/hard_error',
    'alpha:hard_error',
    'alpha hard_error',
    'hard_error',
    'Alpha__Hard_Error',
    'ALPHA__HARD_ERROR',
    ' alpha__hard_error',
    'alpha__hard_error ',
    'alpha__hard_error\n',
    'alpha__hard_error\u0000',
    'alpha__hard_error\u200b',
    'alpha\u00a0__hard_error',
    'аlpha__hard_error',
    'alpha__hard＿error',
    'ａｌｐｈａ__hard_error',
    'alpha__echo/../hard_error',
    'alpha__echo\u0000alpha__hard_error',
    'alpha__%68ard_error',
    'mcp--alpha--hard_error',
    'mcp__alpha__hard_error',
    'modegate__alpha__hard_error',
    'alpha____hard_error',
    '__proto__',
    'constructor',
    'toString',
    '',
    'alpha__hard_error'.repeat(10_000),
  ];

  test.each(spellings.map((name) => [name.slice(0, 40), name]))(
    'a denied tool cannot be called as %j',
    async (_shown, name) => {
      const inner = { arguments: {} };
      const answers = [
        await gateway.ask(name),
        await gateway.ask('call_tool', { name, ...inner }),
        await gateway.ask('call_tool', { name: `${name}`, ...inner }, { _meta: { progressToken: 1 } }),
      ];
      expect(answers.map(failure)).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
      expect(alpha.calls()).toEqual([]);
    },
  );

  test('a denied tool cannot be called by invalid names', async () => {
    for (const name of [null, 7, ['alpha__hard_error'], { toString: 'alpha__hard_error' }, true]) {
      expect(failure(await gateway.ask(name as never))).toBeDefined();
      expect(failure(await gateway.ask('call_tool', { name, arguments: {} }))).toBeDefined();
    }
    expect(alpha.calls()).toEqual([]);
  });

  test('a denied tool cannot be added to a toolset', async () => {
    const tools = [{ namespacedName: 'alpha.hard_error' }];
    expect(failure(await gateway.ask('build-toolset', { name: 'sneaky', tools, autoEquip: true }))).toBeDefined();
    expect(failure(await gateway.ask('alpha__hard_error'))).toBeDefined();
    expect(alpha.calls()).toEqual([]);
  });

  test.each([
    ['resources/read', { uri: 'demo://resource/static/document/features.md' }],
    ['resources/read', { uri: 'demo://resource/dynamic/text/1' }],
    ['resources/subscribe', { uri: 'demo://resource/dynamic/text/1' }],
    ['prompts/get', { name: 'simple-prompt' }],
    ['prompts/get', { name: 'everything__simple-prompt' }],
    ['prompts/get', { name: 'alpha__hard_error' }],
    [
      'completion/complete',
      {
        ref: { type: 'ref/prompt', name: 'everything__completable-prompt' },
        argument: { name: 'department', value: 'E' },
      },
    ],
    [
      'completion/complete',
      {
        ref: { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' },
        argument: { name: 'resourceId', value: '1' },
      },
    ],
    ['tasks/list', {}],
    ['hard_error', {}],
    ['alpha/tools/call', { name: 'hard_error' }],
  ])('a request to a denied server is a protocol error: %s %j', async (method, params) => {
    const answer = await gateway.request(method, params);
    expect(answer.error?.code).toBeLessThan(0);
    expect(JSON.stringify(answer)).not.toMatch(/Engineering|Features|x-result/);
    expect(alpha.calls()).toEqual([]);
  });
});

describe('a mode that changes during calls', () => {
  const auditLog = join(createFolder(), 'audit.jsonl');
  let [gateway, alpha, session]: [Gateway, Upstream, string] = [] as never;

  beforeAll(async () => {
    alpha = twoTools('alpha');
    gateway = await openGateway({
      servers: { alpha: alpha.entry },
      modes,
      flags: ['--toolsets', 'off', '--mode-switching', 'free', '--audit-log', auditLog, '--audit-arguments'],
      endWithTest: false,
    });
    session = (await gateway.facts('create_task', { mode_slug: 'code' })).session_id;
    await gateway.eventually(gateway.names, (names) => names.includes('alpha__structured'));
  });
  afterAll(() => gateway.end());

  let lastId = 0;
  const request = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: `race-${++lastId}`,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const direct = (n: string) => request('alpha__structured', { n });
  const meta = (n: string) => request('call_tool', { name: 'alpha__structured', arguments: { n } });
  const switchTo = (slug: string) =>
    request('switch_mode', { session_id: session, new_mode_slug: slug, reason: 'race' });
  const answerOf = ({ id }: { readonly id: string }) => gateway.find((message) => message.id === id);
  const reached = () =>
    alpha
      .log()
      .filter(({ method }) => method === 'tools/call')
      .map(({ params }) => params.arguments.n);

  test('a connection without a mode lists nothing and calls nothing', async () => {
    const other = twoTools('alpha');
    const fresh = await openGateway({ servers: { alpha: other.entry }, modes, flags: ['--toolsets', 'off'] });
    await fresh.eventually(
      async () => other.log().some(({ method }) => method === 'tools/list'),
      (listed) => listed,
    );
    expect((await fresh.names()).filter((name) => name.startsWith('alpha'))).toEqual([]);
    expect(failure(await fresh.ask('alpha__echo', { text: 'x' }))).toBeDefined();
    expect(failure(await fresh.ask('call_tool', { name: 'alpha__echo', arguments: { text: 'x' } }))).toBeDefined();
    expect(other.calls()).toEqual([]);
  });

  test('answered calls were made, refused calls were not, and none is made after the answer', async () => {
    const sent: { readonly n: string; readonly id: string; readonly mustFail: boolean }[] = [];
    const race = (n: string, make: (n: string) => ReturnType<typeof direct>, mustFail = false) => {
      const message = make(n);
      sent.push({ n, id: message.id, mustFail });
      return message;
    };
    for (let round = 0; round < 120; round++) {
      const [before, after] = [round % 4, Math.floor(round / 4) % 4];
      const some = (count: number, when: string, mustFail = false) =>
        Array.from({ length: count }, (_, index) =>
          race(`${round} ${when} ${index}`, index % 2 === 0 ? direct : meta, mustFail),
        );
      const change = switchTo('reader');
      // All in one write, so that the server reads them at once; or a little apart, by turns of the event loop.
      if (round % 3 === 0) gateway.send(...some(before, 'before'), change, ...some(after, 'after'));
      else {
        gateway.send(...some(before, 'before'), change);
        for (let turn = 0; turn < round % 5; turn++) await new Promise(setImmediate);
        gateway.send(...some(after, 'after'));
      }
      const switched = await answerOf(change);
      expect(switched.result.structuredContent).toMatchObject({ new_mode: 'reader' });
      gateway.send(...some(2, 'too late', true));
      const back = switchTo('code');
      await Promise.all(sent.slice(-2).map(answerOf));
      gateway.send(back);
      await answerOf(back);
    }
    const answers = await Promise.all(sent.map(answerOf));
    const made = new Set(reached());
    const wrong = sent.filter(({ n, mustFail }, index) => {
      const failed = failure(answers[index]) !== undefined;
      return failed === made.has(n) || (mustFail && !failed);
    });
    expect(wrong).toEqual([]);
    expect(made.size).toBe(reached().length);
    expect(made.size).toBeGreaterThan(0);
  });

  test('every call is in the audit log with the mode that decided', async () => {
    await gateway.end();
    const lines = readFileSync(auditLog, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Message);
    const calls = lines.filter(({ event, tool }) => event === 'decision' && tool === 'use_mcp_tool');
    expect(calls.length).toBeGreaterThan(100);
    for (const { mode: slug, allowed } of calls) expect(allowed).toBe(slug === 'code');
    expect(calls.filter(({ allowed }) => allowed)).toHaveLength(reached().length);
  });
});

/** Lists until all of these tools are there; servers may still be starting when a client asks for the first time. */
async function listUntil(client: OutsideClient, awaited: readonly string[]): Promise<readonly string[]> {
  for (;;) {
    const names = (await client.listTools()).tools.map(({ name }) => name).toSorted();
    if (awaited.every((name) => names.includes(name))) return names;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
