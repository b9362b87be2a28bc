import { readServerConfig } from '@modegate/server-config';
import { planAdopt, planInstall, planUninstall } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';

const codex = '/project/.codex/config.toml';
const goose = '/home/ann/.config/goose/config.yaml';
const command = { command: 'npx', args: ['-y', 'x'], env: { A: 'b' } };
const disk = (files: Readonly<Record<string, string | undefined>>) => ({
  name: 'modes',
  projectRoot: '/project',
  homeDir: '/home/ann',
  env: {},
  platform: 'linux',
  readFile: (file: string) => files[file],
});
const install = (client: 'codex' | 'goose', text: string, entry = command) =>
  planInstall({ ...disk({ [client === 'codex' ? codex : goose]: text }), client, entry });
const uninstall = (client: 'codex' | 'goose', text: string) =>
  planUninstall({ ...disk({ [client === 'codex' ? codex : goose]: text }), client });

describe('limits in a file that must never be read as open', () => {
  test.each([
    ['a merge key', 'off: &off\n  enabled: false\nextensions:\n  a:\n    <<: *off\n    cmd: x\n'],
    ['a merge key over servers', 'extensions:\n  <<: { a: { cmd: x, enabled: false } }\n'],
    ['a key twice', 'extensions:\n  a: { cmd: x, enabled: false }\n  a: { cmd: x }\n'],
    ['a key twice, of two types', 'extensions:\n  1: { cmd: x, enabled: false }\n  "1": { cmd: x }\n'],
    ['a list', '- extensions\n'],
    ['a text', 'extensions\n'],
    ['a key that is a map', '? { extensions: 1 }\n: 1\n'],
    ['a misspelt root', 'extension:\n  a: { cmd: x, enabled: false }\n'],
  ])('a server file of YAML with %s is unreadable', (_what, text) => {
    expect(readServerConfig(text, { file: goose })).toMatchObject({ servers: [], unreadable: true });
  });

  test('a YAML problem has a position, and the declared YAML version does not change the parsing rules', () => {
    const text = 'extensions:\n  a: { cmd: x }\n  a: { cmd: y }\n';
    expect(readServerConfig(text, { file: goose }).problems).toMatchObject([{ line: 3, column: 3 }]);
    const old = '%YAML 1.1\n---\nextensions: !!omap\n  - a: { cmd: x, enabled: no }\n';
    expect(readServerConfig(old, { file: goose }).unreadable).toBe(true);
  });

  test('a server reached through an alias keeps its limits', () => {
    const text = 'extensions:\n  a: &a { cmd: x, enabled: false }\n  b: *a\n';
    expect(readServerConfig(text, { file: goose }).servers).toMatchObject([
      { policy: { disabled: true } },
      { name: 'b', policy: { disabled: true } },
    ]);
  });

  test.each<[string, string]>([
    ['.gemini/settings.json', 'mcpServer'],
    ['.zed/settings.json', 'context_server'],
    ['opencode.json', 'mcpServers'],
  ])('the file %s with its servers under %s is unreadable', (file, key) => {
    const text = JSON.stringify({ theme: 'dark', [key]: { a: { command: 'x', enabled: false } } });
    expect(readServerConfig(text, { file })).toMatchObject({ unreadable: true, problems: [{ code: 'ROOT_MISSPELT' }] });
  });

  test('Goose: `available_tools` closes the other tools, and an empty list closes all', () => {
    const text = 'extensions:\n  a: { cmd: x, available_tools: [one] }\n  b: { cmd: x, available_tools: [] }\n';
    const { servers, problems } = readServerConfig(text, { file: goose });
    expect(servers.map(({ state, policy }) => [state, policy.enabledTools])).toEqual([
      ['valid', ['one']],
      ['valid', undefined],
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['KEY_FOREIGN', 'KEY_FOREIGN']);
    const unclear = readServerConfig('extensions:\n  a: { cmd: x, availableTools: [one] }\n', { file: goose });
    expect(unclear.servers).toMatchObject([{ state: 'invalid' }]);
  });

  test.each<[unknown, readonly boolean[]]>([
    [{ excluded: ['a'] }, [true, false]],
    [{ allowed: ['a'] }, [false, true]],
    [{ allowed: ['a', 'b'], excluded: ['b'] }, [false, true]],
    [{ allowed: [] }, [true, true]],
    [{ excluded: 'a' }, [true, true]],
    [{ allowed: [1] }, [true, true]],
    [{ serverCommand: 'x' }, [false, false]],
    [7, [false, false]],
  ])('Gemini: the limit `mcp` %j closes the right servers', (mcp, disabled) => {
    const text = JSON.stringify({ mcp, mcpServers: { a: { command: 'x' }, b: { command: 'y' } } });
    const { servers } = readServerConfig(text, { file: '.gemini/settings.json' });
    expect(servers.map(({ policy }) => policy.disabled)).toEqual(disabled);
    expect(servers.map((server) => server.state === 'valid' && server.config.disabled)).toEqual(disabled);
  });

  test.each([
    ['keys', `extensions:\n${Array.from({ length: 30_000 }, (_, index) => `  a${index}: 1`).join('\n')}`],
    ['anchors', '&a '.repeat(60_000)],
    ['brackets', '[a,'.repeat(60_000)],
    ['maps in a line', 'a: '.repeat(60_000)],
    ['aliases', `a: &a 1\n${Array.from({ length: 30_000 }, (_, index) => `b${index}: *a`).join('\n')}`],
  ])('a file with many %s is read quickly', (_what, text) => {
    const started = performance.now();
    expect(readServerConfig(text, { file: goose }).unreadable).toBe(true);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('an edit that changes only our entry', () => {
  test('an edit keeps the comment of the server map', async () => {
    expect((await install('goose', 'extensions: # mine\n  a:\n    cmd: x\n')).after).toContain('extensions: # mine\n');
    expect((await install('goose', 'extensions: {} # none: {}\n')).after).toContain('extensions: # none: {}\n');
  });

  test('an edit keeps the line ending of every line', async () => {
    const toml = 'a = 1\r\nb = 2\n\n[mcp_servers.o]\ncommand = "x"\r\n';
    const { after = '' } = await install('codex', toml);
    expect(after.startsWith(toml)).toBe(true);
    const updated = await install('codex', after, { ...command, args: ['other'] });
    expect(updated.after?.startsWith(toml)).toBe(true);
    expect((await uninstall('codex', after)).after?.startsWith(toml)).toBe(true);
    const yaml = 'x: 1\r\nextensions:\n  a:\r\n    cmd: x\nlast: 1\r\n';
    const added = (await install('goose', yaml)).after ?? '';
    expect((await uninstall('goose', added)).after).toBe(yaml);
  });

  test('an edit keeps the comments after the values of our entry', async () => {
    const toml = '[mcp_servers.modes] # ours\ncommand = "x#y" # pinned\nargs = [ # "why"\n  "a", # because\n]\n';
    const { after = '' } = await install('codex', toml);
    for (const comment of ['# ours', '# pinned', '# "why"', '# because']) expect(after).toContain(`${comment}\n`);
    expect(after).not.toContain('# y');
  });

  test('an edit leaves a server alone whose name begins like ours', async () => {
    const { diff } = await install('goose', 'extensions:\n  modes:x:\n    cmd: s3cret\n');
    expect(diff).not.toContain('s3cret');
  });

  test('the diff shows only keys of the rest of the file', async () => {
    const toml = [
      '[mcp_servers.o]',
      'command = "x"',
      'env.TOKEN = "s3cret-0"',
      'args = [',
      '  "s3cret-1==",',
      '  "postgres://kim:s3cret-2@db/x?a=b",',
      '  ["--token", "s3cret-3"],',
      ']',
      'note = """',
      's3cret-4 = 1',
      '[s3cret-5]',
      's3cret-6=="""',
      '[tui] # s3cret-7',
    ].join('\n');
    const { diff } = await install('codex', `${toml}\n`);
    const { diff: all } = await uninstall('codex', `[mcp_servers.modes]\ncommand = "x"\n\n${toml}\n`);
    expect(diff + all).not.toContain('s3cret');
    expect(all).toContain(' command = …');
    const yaml =
      'a: |\n  s3cret-1: x\n  - s3cret-2:\nb:\n  - TOKEN: s3cret-3\n  - "s3cret-4": \nextensions:\n  modes:\n    cmd: x\n';
    const { diff: lines } = await uninstall('goose', yaml.replace('"s3cret-4": ', 's3cret-4'));
    expect(lines).not.toContain('s3cret');
    expect(lines).toContain('   - TOKEN: …');
  });

  test.each<['codex' | 'goose', string]>([
    ['codex', `a = """\n${'a'.repeat(50_000)}\n${'a.'.repeat(50_000)}\n${' '.repeat(5_000)}"x\n"""\n`],
    ['goose', `a: |\n  ${'a'.repeat(50_000)}\n  ${'- '.repeat(50_000)}\n`],
  ])('a long line of %s is masked quickly', async (client, text) => {
    expect((await install(client, text)).change).toBe('add');
  });

  test.each<['codex' | 'goose', string]>([
    ['codex', '[mcp_servers.modes]\ncommand = "x"\n# s3cret\n[mcp_servers.modes.env]\nTOKEN = "s3cret"\n'],
    ['codex', '[mcp_servers.modes]\ncommand = "x"\nenv = { TOKEN = "s3cret" }\n'],
    ['codex', '[mcp_servers.modes]\nurl = "https://a.example"\nhttp_headers = { X = "a\\u0020s3cret" }\n'],
    ['goose', 'extensions:\n  modes:\n    cmd: x\n    envs:\n      TOKEN: a\n        s3cret\n'],
  ])('the diff shows no variable and no header of our own entry: %s %j', async (client, text) => {
    expect((await install(client, text)).diff).not.toContain('s3cret');
    expect((await uninstall(client, text)).diff).not.toContain('s3cret');
  });

  test('the diff shows no variable of an opencode entry', async () => {
    const file = '/project/opencode.json';
    const entry = { type: 'local', command: ['x'], environment: { TOKEN: 's3cret' } };
    const files = disk({ [file]: JSON.stringify({ mcp: { modes: entry } }, undefined, 2) });
    for (const { diff } of [
      await planInstall({ ...files, client: 'opencode', entry: command }),
      await planUninstall({ ...files, client: 'opencode' }),
    ])
      expect(diff).not.toContain('s3cret');
  });

  test('`adopt` leaves a server that a list for the whole file closes', async () => {
    const file = '/project/.gemini/settings.json';
    const mcpServers = { a: { command: 'x' }, b: { command: 'y' } };
    const plan = await planAdopt({
      ...disk({ [file]: JSON.stringify({ mcp: { excluded: ['a'] }, mcpServers }) }),
      client: 'gemini',
      entry: command,
      stateDir: '/state',
      serversArguments: () => [],
    });
    expect(plan).toMatchObject({
      moved: ['b'],
      left: [{ name: 'a', reason: expect.stringContaining('/mcp/excluded') }],
    });
  });

  test('YAML that nests too deeply is refused with a message', async () => {
    await expect(install('goose', '['.repeat(20_000))).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
