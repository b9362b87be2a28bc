import { readServerConfig, substituteVariables } from '@modegate/server-config';
import { type PlanInstallOptions, planAdopt, planInstall, planUninstall } from '@modegate/server-config/clients';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const disk = (files: Readonly<Record<string, string | undefined>>) => ({
  name: 'modes',
  projectRoot: '/project',
  homeDir: '/home/ann',
  env: {},
  platform: 'linux',
  readFile: (file: string) => files[file],
});
const command = { command: 'npx', args: ['-y', '@modegate/modes-server'], env: { A: 'b' } };
const read = (file: string, value: unknown) => readServerConfig(JSON.stringify(value), { file });

describe('an entry of another client that starts a server', () => {
  const inWords = { command: 'npx', args: ['-y', '@modegate/modes-server'], env: { A: 'b' } };
  const inList = { type: 'local', command: ['npx', '-y', '@modegate/modes-server'], environment: { A: 'b' } };
  test.each([
    ['gemini', 'mcpServers', inWords],
    ['qwen', 'mcpServers', inWords],
    ['cline', 'mcpServers', inWords],
    ['windsurf', 'mcpServers', inWords],
    ['zed', 'context_servers', inWords],
    ['opencode', 'mcp', inList],
    ['kilo', 'mcp', inList],
  ])(
    'a local entry is written as %s reads it, read back the same, and removed again',
    async (client, rootKey, entry) => {
      const other = '{\n  // mine\n  "theme": "dark"\n}\n';
      const { file } = await planInstall({ ...disk({}), client, entry: command });
      const planned = await planInstall({ ...disk({ [file]: other }), client, entry: command });
      const text = planned.after ?? '';
      expect(JSON.parse(text.replace(/\/\/.*/, ''))).toEqual({ theme: 'dark', [rootKey]: { modes: entry } });
      const reading = readServerConfig(text, { file });
      expect(reading).toMatchObject({ servers: [{ config: { type: 'stdio', ...command } }], problems: [] });
      expect((await planInstall({ ...disk({ [file]: text }), client, entry: command })).change).toBe('none');
      const backups = { [file]: text, [`${planned.backupFile}`]: other };
      expect((await planUninstall({ ...disk(backups), client })).after).toBe(other);
    },
  );

  test('a local entry replaces one in another form', async () => {
    const remote: PlanInstallOptions['entry'] = { url: 'https://x.example/mcp' };
    const file = '/project/opencode.json';
    const { after = '' } = await planInstall({ ...disk({}), client: 'opencode', entry: remote });
    const started = await planInstall({ ...disk({ [file]: after }), client: 'opencode', entry: command });
    expect(JSON.parse(started.after ?? '')).toEqual({ mcp: { modes: inList } });
  });
});

describe('entries in the files of other clients', () => {
  test('Gemini: `httpUrl` takes precedence over `url`, which uses the older transport', () => {
    const { servers } = read('.gemini/settings.json', {
      mcpServers: {
        new: { httpUrl: 'https://a.example/mcp', url: 'https://b.example/sse', excludeTools: ['rm'] },
        old: { url: 'https://b.example/sse' },
      },
    });
    expect(servers).toMatchObject([
      { config: { type: 'streamable-http', url: 'https://a.example/mcp' }, policy: { disabledTools: ['rm'] } },
      { config: { type: 'sse', url: 'https://b.example/sse' } },
    ]);
  });

  test('opencode: a server that is off stays off, and `{env:NAME}` is a variable', () => {
    const { servers, problems } = read('opencode.json', {
      mcp: {
        off: { type: 'local', command: ['x'], enabled: false },
        on: { type: 'remote', url: 'https://a.example/mcp', headers: { 'X-Key': '{env:KEY}' } },
      },
    });
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(servers).toMatchObject([{ policy: { disabled: true } }, { policy: { disabled: false } }]);
    const [, on] = servers;
    if (on?.state !== 'valid') throw new Error('not read');
    expect(substituteVariables(on.config, { env: { KEY: 'k' }, kind: on.kind }).value).toMatchObject({
      headers: { 'X-Key': 'k' },
    });
  });

  test.each<[string, unknown]>([
    ['opencode.json', { mcp: { a: { type: 'local', command: [] } } }],
    ['opencode.json', { mcp: { a: { type: 'local', command: [1] } } }],
    ['opencode.json', { mcp: { a: { type: 'remote', command: ['x'] } } }],
    ['opencode.json', { mcp: { a: { type: 'local', command: ['x'], url: 'https://a.example' } } }],
    ['opencode.json', { mcp: { a: { type: 'local', command: ['x'], environment: [] } } }],
    ['opencode.json', { mcp: { a: { type: 'local', command: ['x'], enabeld: false } } }],
    ['.gemini/settings.json', { mcpServers: { a: { httpUrl: 7 } } }],
    ['.gemini/settings.json', { mcpServers: { a: { httpUrl: 'https://a.example', command: 'x' } } }],
    ['.codeium/windsurf/mcp_config.json', { mcpServers: { a: { serverUrl: 'ftp://a.example' } } }],
    ['.zed/settings.json', { context_servers: { a: { source: 'extension', settings: {} } } }],
  ])('an entry without a certain meaning is not used: %s %j', (file, value) => {
    expect(read(file, value).servers).toMatchObject([{ state: 'invalid', policy: { disabled: true } }]);
  });

  test.each(['.gemini/settings.json', '.zed/settings.json', 'opencode.json', '.kilo/kilo.jsonc'])(
    'the file %s without servers is not a problem, because it contains much else',
    (file) => {
      expect(read(file, { theme: 'dark', permission: {} })).toEqual({ servers: [], problems: [], unreadable: false });
    },
  );

  test('`adopt` moves the servers of opencode behind the gateway', async () => {
    const file = '/project/opencode.json';
    const text = JSON.stringify({ mcp: { docs: { type: 'local', command: ['docs-mcp', '--ro'] } } });
    const plan = await planAdopt({
      ...disk({ [file]: text }),
      client: 'opencode',
      entry: command,
      stateDir: '/state',
      serversArguments: (serversFile) => ['--servers', serversFile],
    });
    const [adopted, left] = plan.changes;
    expect(adopted?.file).toBe('/project/opencode.modegate.json');
    expect(readServerConfig(adopted?.after ?? '', { file: adopted?.file ?? '' }).servers).toMatchObject([
      { name: 'docs', config: { command: 'docs-mcp', args: ['--ro'] } },
    ]);
    const gateway = ['npx', ...command.args, '--servers', '/project/opencode.modegate.json'];
    expect(JSON.parse(left?.after ?? '')).toMatchObject({ mcp: { modes: { command: gateway } } });
  });
});

describe('the servers of Codex, in TOML', () => {
  const file = '/project/.codex/config.toml';
  const other = [
    '# mine',
    'model = "gpt-5"',
    '',
    '[mcp_servers.docs] # read-only',
    'command = "docs-mcp"',
    '',
    '# last',
    '[tui]',
    'theme = "dark"',
    '',
  ].join('\n');
  const plan = (text: string | undefined, entry: PlanInstallOptions['entry'] = command) =>
    planInstall({ ...disk({ [file]: text }), client: 'codex', entry });

  test('a Codex table is added, updated and removed, while comments and everything else stay', async () => {
    const added = await plan(other);
    const text = added.after ?? '';
    expect(text.startsWith(other)).toBe(true);
    expect(readServerConfig(text, { file })).toMatchObject({
      servers: [
        { name: 'docs', line: 4 },
        { name: 'modes', config: { type: 'stdio', ...command } },
      ],
      problems: [],
    });
    expect((await plan(text)).change).toBe('none');
    const commented = text.replace('[mcp_servers.modes]', '[mcp_servers.modes]\n# pinned\nenabled = true');
    const changed = await plan(commented, { ...command, args: ['x'] });
    expect(changed.change).toBe('update');
    expect(changed.after).toContain('# pinned');
    expect(readServerConfig(changed.after ?? '', { file }).servers).toMatchObject([
      {},
      { config: { args: ['x'], env: { A: 'b' } }, policy: { disabled: false } },
    ]);
    const left = await planUninstall({ ...disk({ [file]: text }), client: 'codex' });
    expect(left.after?.trimEnd()).toBe(other.trimEnd());
    const exact = { [file]: text, [`${added.backupFile}`]: other };
    expect((await planUninstall({ ...disk(exact), client: 'codex' })).after).toBe(other);
    const created = await plan(undefined);
    expect((await planUninstall({ ...disk({ [file]: created.after }), client: 'codex' })).after).toBeUndefined();
  });

  test('the diff shows our Codex table and no value of another one', async () => {
    const secret = other.replace('docs-mcp"', 'docs-mcp"\nenv = { TOKEN = "s3cret" }');
    const { diff } = await plan(secret);
    expect(diff).toContain('+[mcp_servers.modes]');
    expect(diff).not.toMatch(/s3cret|dark/);
  });

  test('a Codex URL entry names the variable of its token', async () => {
    const { after = '' } = await plan(undefined, { url: 'https://a.example/mcp', tokenVariable: 'T' });
    expect(after).toContain('bearer_token_env_var = "T"');
    const [server] = readServerConfig(after, { file }).servers;
    expect(server).toMatchObject({
      config: { type: 'streamable-http', headers: { Authorization: `Bearer \${env:T}` } },
    });
  });

  test.each([
    ['mcp_servers = { modes = { command = "x" } }', 'cannot be edited safely'],
    ['mcp_servers = 3', 'is not a map'],
    ['[mcp_servers', 'is not valid TOML'],
    ['a = """\n[mcp_servers.modes]\n"""\n[mcp_servers.modes]\ncommand = "y"', 'cannot be edited safely'],
  ])('the TOML %s is left unchanged', async (text, why) => {
    await expect(plan(text)).rejects.toThrow(why);
  });

  test('limits in a Codex file are applied, and a broken file reports the position', () => {
    const off =
      '[mcp_servers.a]\ncommand = "x"\nenabled = false\n[mcp_servers.b]\ncommand = "y"\ndisabled_tools = ["rm"]';
    expect(readServerConfig(off, { file }).servers).toMatchObject([
      { policy: { disabled: true } },
      { policy: { disabledTools: ['rm'] } },
    ]);
    expect(readServerConfig('a = 1\n[b', { file })).toMatchObject({
      unreadable: true,
      problems: [{ line: 2, message: expect.stringContaining('not valid TOML') }],
    });
  });

  test('`adopt` says that it does not edit TOML', async () => {
    const adopting = planAdopt({
      ...disk({ [file]: other }),
      client: 'codex',
      entry: command,
      stateDir: '/state',
      serversArguments: () => [],
    });
    await expect(adopting).rejects.toMatchObject({ code: 'ADOPT_UNSUPPORTED' });
  });
});

describe('the servers of Goose, in YAML', () => {
  const file = '/home/ann/.config/goose/config.yaml';
  const other = [
    '# mine',
    'GOOSE_MODE: auto',
    'extensions:',
    '  developer: # comes with it',
    '    type: builtin',
    '    name: developer',
    '    enabled: true',
    '',
    'last: 1',
    '',
  ].join('\n');
  const plan = (text: string | undefined, entry: PlanInstallOptions['entry'] = command) =>
    planInstall({ ...disk({ [file]: text }), client: 'goose', entry });

  test('a Goose block is added, read back and removed, while comments and everything else stay', async () => {
    const added = await plan(other);
    const text = added.after ?? '';
    expect(text).toContain('# comes with it');
    expect(readServerConfig(text, { file })).toMatchObject({
      servers: [{ name: 'modes', source: 'global', config: { type: 'stdio', ...command } }],
    });
    expect((await plan(text)).change).toBe('none');
    expect((await planUninstall({ ...disk({ [file]: text }), client: 'goose' })).after).toBe(other);
    const created = await plan(undefined);
    expect((await planUninstall({ ...disk({ [file]: created.after }), client: 'goose' })).after).toBeUndefined();
    expect(readServerConfig((await plan('extensions: {}\n')).after ?? '', { file }).servers).toHaveLength(1);
  });

  test.each([
    ['extensions: { a: { type: builtin } }', 'cannot be edited safely'],
    ['extensions: [a]', 'is not a map'],
    ['a: b: c', 'is not valid YAML'],
  ])('the YAML %s is left unchanged', async (text, why) => {
    await expect(plan(text)).rejects.toThrow(why);
  });
});

describe('servers in arbitrary TOML or YAML', () => {
  const pieces = [
    [
      '[mcp_servers.modes]',
      '[mcp_servers]',
      '[[a]]',
      '[mcp_servers."modes".env]',
      'command = "x"',
      'args = [',
      ']',
      '# c',
      '"""',
      'a = 1',
      '',
    ],
    ['extensions:', 'extensions: {}', '  modes:', '    cmd: x', '  other:', '  # c', '---', '- a', 'a: |', '\ttab', ''],
  ] as const;

  test.each([
    ['codex', '/project/.codex/config.toml', pieces[0]],
    ['goose', '/home/ann/.config/goose/config.yaml', pieces[1]],
  ] as const)(
    'arbitrary text of %s is edited so that only our entry differs, or left unchanged',
    async (client, file, lines) => {
      const texts = fc
        .tuple(fc.array(fc.constantFrom(...lines), { maxLength: 8 }), fc.constantFrom('\n', '\r\n'))
        .map(([chosen, eol]) => chosen.join(eol));
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const servers = (of: string) => readServerConfig(of, { file }).servers.filter(({ name }) => name !== 'modes');
          try {
            const { after = '' } = await planInstall({ ...disk({ [file]: text }), client, entry: command });
            const values = ({ name, state, policy }: ReturnType<typeof servers>[number]) => ({ name, state, policy });
            expect(servers(after).map(values)).toEqual(servers(text).map(values));
            const { after: left = '' } = await planUninstall({ ...disk({ [file]: after }), client });
            expect(readServerConfig(left, { file }).servers.map(values)).toEqual(servers(text).map(values));
          } catch (error) {
            expect(error).toMatchObject({ name: 'ServerConfigError', code: 'CONFIG_INVALID' });
          }
        }),
        { numRuns: 300 },
      );
    },
  );
});
