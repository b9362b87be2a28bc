import { readServerConfig, type ServerEntry, toPolicyServers } from '@modegate/mcp-host/config';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const file = '/project/.roo/mcp.json';

function read(config: unknown, options: Partial<Parameters<typeof readServerConfig>[1]> = {}) {
  return readServerConfig(typeof config === 'string' ? config : JSON.stringify(config, undefined, 2), {
    file,
    ...options,
  });
}

function only(config: unknown, options: Partial<Parameters<typeof readServerConfig>[1]> = {}) {
  const reading = read({ mcpServers: { it: config } }, options);
  const [entry] = reading.servers;
  if (entry === undefined) throw new Error('expected one server');
  return { entry, codes: reading.problems.map(({ code }) => code), problems: reading.problems };
}

function configOf(entry: ServerEntry) {
  if (entry.state === 'invalid') throw new Error(entry.problems.map(({ message }) => message).join('\n'));
  return entry.config;
}

describe('an entry', () => {
  test('with a command is a local server with every default filled in', () => {
    const { entry, problems } = only({ command: 'npx', args: ['-y', 'x'] });
    expect(configOf(entry)).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'x'],
      env: {},
      disabled: false,
      defaultEnabled: true,
      alwaysAllow: [],
      disabledTools: [],
      timeoutSeconds: 60,
      watchPaths: [],
    });
    expect(problems).toEqual([]);
  });

  test('keeps every field that it has', () => {
    const { entry } = only({
      type: 'stdio',
      command: 'node',
      cwd: '/srv',
      env: { KEY: 'v' },
      timeout: 1.5,
      disabled: true,
      defaultEnabled: false,
      alwaysAllow: ['*'],
      disabledTools: ['drop'],
      watchPaths: ['a.js'],
    });
    expect(configOf(entry)).toMatchObject({
      cwd: '/srv',
      env: { KEY: 'v' },
      timeoutSeconds: 1.5,
      watchPaths: ['a.js'],
    });
    expect(entry.policy).toEqual({
      disabled: true,
      defaultEnabled: false,
      alwaysAllow: ['*'],
      disabledTools: ['drop'],
    });
  });

  test.each([
    ['sse', 'sse'],
    ['streamable-http', 'streamable-http'],
    ['http', 'streamable-http'],
  ])('of the type %s is read as %s', (type, expected) => {
    const { entry, codes } = only({ type, url: 'https://example.com/mcp', headers: { A: 'b' } });
    expect(configOf(entry)).toMatchObject({ type: expected, headers: { A: 'b' }, typeInferred: false });
    expect(codes).toEqual([]);
  });

  test('with a url but no type is read as streamable-http, and that is reported', () => {
    const { entry, codes } = only({ url: 'https://example.com/mcp' });
    expect(configOf(entry)).toMatchObject({ type: 'streamable-http', typeInferred: true });
    expect(codes).toEqual(['type-missing']);
  });

  test('with a url but no type is the usual form in Cursor and not reported', () => {
    const { entry, codes } = only({ url: 'https://example.com/mcp' }, { kind: 'cursor' });
    expect(configOf(entry)).toMatchObject({ type: 'streamable-http', typeInferred: true });
    expect(codes).toEqual([]);
  });

  test.each([
    ['command and url', { command: 'x', url: 'https://e.com' }, 'transport-mixed'],
    ['a command and headers', { command: 'x', headers: {} }, 'transport-mixed'],
    ['a url and env', { type: 'sse', url: 'https://e.com', env: {} }, 'transport-mixed'],
    ['neither command nor url', { type: 'stdio' }, 'transport-missing'],
    ['an unknown type', { type: 'interactiveApp', command: 'x' }, 'type-unknown'],
    ['a type that is no string', { type: 7, command: 'x' }, 'type-unknown'],
    ['type stdio and a url', { type: 'stdio', url: 'https://e.com' }, 'type-mismatch'],
    ['type sse and a command', { type: 'sse', command: 'x' }, 'type-mismatch'],
    ['an empty command', { command: '' }, 'field-invalid'],
    ['a command that is a list', { command: ['x'] }, 'field-invalid'],
    ['a number in env', { command: 'x', env: { N: 3 } }, 'field-invalid'],
    ['a timeout out of range', { command: 'x', timeout: 30_000 }, 'field-invalid'],
    ['a file address', { type: 'sse', url: 'file:///etc/passwd' }, 'field-invalid'],
    ['text that is no address', { type: 'sse', url: 'nowhere' }, 'field-invalid'],
    ['"disabled" in quotes', { command: 'x', disabled: 'false' }, 'field-invalid'],
    ['a string instead of settings', 'x', 'entry-not-object'],
    ['null instead of settings', null, 'entry-not-object'],
  ])('with %s is invalid', (_, config, code) => {
    const { entry, codes } = only(config);
    expect(entry.state).toBe('invalid');
    expect(codes).toEqual([code]);
  });

  test('that is invalid is closed, whatever it says', () => {
    const { entry } = only({ disabled: false, defaultEnabled: true, disabledTools: ['a', 3], alwaysAllow: ['*'] });
    expect(entry.policy).toEqual({ disabled: true, defaultEnabled: false, disabledTools: ['a'], alwaysAllow: [] });
    const [server] = toPolicyServers([entry]);
    expect(server?.invalid).toBe('Server "it" needs "command" (local server) or "url" (remote server).');
  });

  test('may have variables in its address', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of VS Code, not of JavaScript.
    const url = 'https://${input:app-name}.example.net/mcp';
    expect(only({ type: 'http', url }).entry.state).toBe('valid');
  });

  test('of another client may count its timeout in other units and have idle fields', () => {
    const { entry, codes } = only(
      { type: 'http', url: 'https://e.com', timeout: 30_000, env: {} },
      { kind: 'claude-code' },
    );
    expect(configOf(entry)).toMatchObject({ timeoutSeconds: 60 });
    expect(codes).toEqual(['field-ignored', 'field-ignored']);
  });

  test('keeps keys that are not known here', () => {
    const { entry, codes } = only({ command: 'x', note: 'hello', _comment: 1 });
    expect(entry.state === 'valid' ? { ...entry.extra } : undefined).toEqual({ note: 'hello', _comment: 1 });
    expect(codes).toEqual(['key-unknown', 'key-unknown']);
  });

  test.each([
    ['disabledTool', ['x'], 'error', 'disabledTools'],
    ['disable', true, 'error', 'disabled'],
    ['defaultEnable', false, 'error', 'defaultEnabled'],
    ['allowedInModesByDefault', false, 'error', 'defaultEnabled'],
    ['enabled', false, 'error', 'disabled'],
    ['enabled', true, 'info', 'disabled'],
    ['autoApprove', [], 'info', 'alwaysAllow'],
    ['agrs', [], 'warning', 'args'],
  ])('with the misspelt key %s = %j is reported as %s with the nearest key', (key, value, severity, meant) => {
    const { problems } = only({ command: 'x', [key]: value });
    expect(problems).toMatchObject([
      { code: 'key-misspelt', severity, message: expect.stringContaining(`Did you mean "${meant}"?`) },
    ]);
  });

  test('with a key twice is read with the last one, as JSON.parse does', () => {
    const { servers, problems } = read('{"mcpServers":{"it":{"command":"x","disabled":true,"disabled":false}}}');
    expect(servers[0]?.policy.disabled).toBe(false);
    expect(problems.map(({ code }) => code)).toEqual(['duplicate-key']);
  });
});

describe('a file', () => {
  test('reads on past a bad entry', () => {
    const { servers, unreadable } = read({ mcpServers: { bad: 3, good: { command: 'x' } } });
    expect(servers.map(({ name, state }) => [name, state])).toEqual([
      ['bad', 'invalid'],
      ['good', 'valid'],
    ]);
    expect(unreadable).toBe(false);
  });

  test('may have comments, trailing commas and a byte order mark, which Roo itself would refuse', () => {
    const { servers, problems } = read('\uFEFF{ // note\n "mcpServers": { "a": { "command": "x", }, }, }');
    expect(servers.map(({ state }) => state)).toEqual(['valid']);
    expect(problems).toMatchObject([{ code: 'plain-json-required', severity: 'warning', line: 1, column: 1 }]);
  });

  test('of VS Code may have comments without remark', () => {
    expect(read('{ /* note */ "servers": {} }', { kind: 'vscode' }).problems).toEqual([]);
  });

  test.each([
    ['nothing', '', 'file-empty'],
    ['only a comment', '// later', 'file-empty'],
    ['half an object', '{"mcpServers": {"a": {"command": "x"}', 'syntax-error'],
    ['a list', '[]', 'root-not-object'],
    ['null', 'null', 'root-not-object'],
    ['a list of servers', '{"mcpServers": []}', 'servers-not-object'],
    ['a misspelt key', '{"mcpServer": {"a": {"command": "x"}}}', 'root-misspelt'],
    ['deep nesting', '['.repeat(200_000), 'nesting-too-deep'],
    ['brackets that do not match', '{"a":[}'.repeat(50_000), 'nesting-too-deep'],
    [
      'too many servers',
      JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, {}])) }),
      'servers-too-many',
    ],
    ['more than 4 MiB', ' '.repeat(4 * 1024 * 1024 + 1), 'file-too-large'],
  ])('that holds %s is unreadable and gives no server', (_, text, code) => {
    const { servers, problems, unreadable } = read(text);
    expect(servers).toEqual([]);
    expect(unreadable).toBe(true);
    expect(problems[0]).toMatchObject({ code, severity: 'error', file });
  });

  test('that is broken trusts none of the entries before the break', () => {
    const { servers, problems } = read('{\n  "mcpServers": {\n    "a": { "command": "x" },\n    "b": oops\n  }\n}');
    expect(servers).toEqual([]);
    expect(problems[0]).toMatchObject({ line: 4, column: 10 });
  });

  test('without servers is readable and empty', () => {
    expect(read({ customModes: [] })).toMatchObject({
      servers: [],
      unreadable: false,
      problems: [{ code: 'servers-missing' }],
    });
  });

  test.each([
    ['mcpServers', { mcpServers: { a: { command: 'x' } } }, '/mcpServers/a', []],
    ['servers', { servers: { a: { command: 'x' } } }, '/servers/a', ['root-foreign']],
    ['mcp.servers', { mcp: { servers: { a: { command: 'x' } } } }, '/mcp/servers/a', ['root-foreign']],
    ['the root', { $schema: 's', a: { command: 'x' } }, '/a', ['bare-map']],
  ])('may keep its servers under %s', (_, config, pointer, codes) => {
    const { servers, problems } = read(config);
    expect(servers.map((server) => server.pointer)).toEqual([pointer]);
    expect(problems.map(({ code }) => code)).toEqual(codes);
  });

  test('of VS Code with both keys is read by "servers"', () => {
    const config = { mcpServers: { a: { command: 'x' } }, servers: { b: { command: 'x' } } };
    const { servers, problems } = read(config, { kind: 'vscode' });
    expect(servers.map(({ name }) => name)).toEqual(['b']);
    expect(problems.map(({ code }) => code)).toEqual(['root-ambiguous']);
    expect(read(config).servers.map(({ name }) => name)).toEqual(['a']);
  });

  test('with the root key twice says which counts', () => {
    const { servers, problems } = read('{"mcpServers":{"a":{"command":"x"}},"mcpServers":{"b":{"command":"x"}}}');
    expect(servers.map(({ name }) => name)).toEqual(['b']);
    expect(problems.map(({ code }) => code)).toEqual(['duplicate-key']);
  });

  test('tells its kind and source by its path', () => {
    const of = (path: string) => {
      const [server] = readServerConfig('{"mcpServers":{"a":{"command":"x"}}}', { file: path }).servers;
      return [server?.kind, server?.source];
    };
    expect(of('C:\\p\\.roo\\mcp.json')).toEqual(['roo', 'project']);
    expect(of('/g/settings/mcp_settings.json')).toEqual(['roo', 'global']);
    expect(of('/p/.mcp.json')).toEqual(['claude-code', 'project']);
    expect(of('/h/.claude.json')).toEqual(['claude-code', 'global']);
    expect(of('/c/claude_desktop_config.json')).toEqual(['claude-desktop', 'global']);
    expect(of('/p/elsewhere.json')).toEqual(['generic', 'project']);
  });
});

describe('names', () => {
  test('may be any string, those of Object.prototype included', () => {
    const text =
      '{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"x"},"":{"command":"x"},"a/b~c":{"command":"x"}}}';
    const { servers } = read(text);
    expect(servers.map(({ name, state, pointer }) => [name, state, pointer])).toEqual([
      ['__proto__', 'valid', '/mcpServers/__proto__'],
      ['constructor', 'valid', '/mcpServers/constructor'],
      ['', 'valid', '/mcpServers/'],
      ['a/b~c', 'valid', '/mcpServers/a~1b~0c'],
    ]);
    expect(Object.hasOwn(Object.prototype, 'command')).toBe(false);
  });

  test('that become one in tool names are reported', () => {
    const { problems } = read({ mcpServers: { 'my server': { command: 'x' }, my_server: { command: 'x' } } });
    expect(problems).toMatchObject([{ code: 'name-collision', server: 'my_server', line: 6 }]);
  });

  test('that occur twice count once, as the last', () => {
    const { servers, problems } = read('{"mcpServers":{"a":{"command":"old"},"a":{"command":"new"}}}');
    expect(servers.map((server) => configOf(server))).toMatchObject([{ command: 'new' }]);
    expect(problems.map(({ code }) => code)).toEqual(['duplicate-key']);
  });
});

describe('positions', () => {
  const text = [
    '\uFEFF{',
    '  "mcpServers": {',
    '    "github": {',
    '      "command": "npx",',
    '      "defaultEnabled": false,',
    '      "disabled": true,',
    '      "disabledTools": ["a", "b"]',
    '    }',
    '  }',
    '}',
  ].join('\r\n');
  const [entry] = readServerConfig(text, { file }).servers;

  test('are known for the entry and each of its policy fields', () => {
    expect(entry).toMatchObject({ pointer: '/mcpServers/github', line: 3, column: 5 });
    expect(entry?.places).toEqual({
      defaultEnabled: { pointer: '/mcpServers/github/defaultEnabled', line: 5, column: 25 },
      disabled: { pointer: '/mcpServers/github/disabled', line: 6, column: 19 },
      disabledTools: [
        { pointer: '/mcpServers/github/disabledTools/0', line: 7, column: 25 },
        { pointer: '/mcpServers/github/disabledTools/1', line: 7, column: 30 },
      ],
    });
  });

  test('are found for any pointer of the file, and for none outside of it', () => {
    expect(entry?.locate('/mcpServers/github/disabledTools/1')).toEqual({ line: 7, column: 30 });
    expect(entry?.locate('')).toEqual({ line: 1, column: 1 });
    for (const pointer of [
      '/nothing',
      '/mcpServers/github/disabledTools/01',
      'no pointer',
      '/a~2',
      '/mcpServers/github/command/x',
    ]) {
      expect(entry?.locate(pointer)).toBeUndefined();
    }
  });

  test('go along to a policy', () => {
    const [server] = toPolicyServers(entry === undefined ? [] : [entry]);
    expect(server).toMatchObject({
      name: 'github',
      defaultEnabled: false,
      disabled: true,
      disabledTools: ['a', 'b'],
      source: 'project',
      file,
      pointer: '/mcpServers/github',
      line: 3,
    });
    expect(server?.locate?.('/mcpServers/github/disabled')).toEqual({ line: 6, column: 19 });
    expect(server).not.toHaveProperty('invalid');
  });
});

describe('whatever the text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.json(),
    fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '/', '*', '\n', '\r', '\\', 'a', '1', '-', '\uFEFF'),
      maxLength: 200,
    }),
    fc
      .jsonValue()
      .map((value) => JSON.stringify({ mcpServers: { a: value, b: { command: value, url: value, env: value } } })),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => new TextDecoder().decode(bytes)),
  );

  test('reading never throws, and an unreadable text gives no server', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { servers, unreadable, problems } = read(text);
        if (unreadable) expect(servers).toEqual([]);
        if (unreadable) expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
        for (const entry of servers) if (entry.state === 'invalid') expect(entry.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test('no value of env, headers or args gets into a problem', () => {
    const secret = 'S3cr3t-T0ken';
    const shape = fc.record(
      {
        command: fc.constantFrom<unknown>('x', '', [secret], { secret }, 3),
        url: fc.constantFrom<unknown>(`https://h/${secret}`, `${secret} `, { secret }),
        type: fc.constantFrom<unknown>('stdio', 'sse', 'http', 1),
        args: fc.constantFrom<unknown>([secret], secret, [[secret]]),
        env: fc.constantFrom<unknown>({ KEY: secret }, { KEY: [secret] }, [secret], secret),
        headers: fc.constantFrom<unknown>({ Authorization: secret }, secret, { Authorization: { secret } }),
        token: fc.constant(secret),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(shape, fc.constantFrom('roo' as const, 'cursor' as const), (entry, kind) => {
        const { problems } = read({ mcpServers: { it: entry } }, { kind });
        expect(problems.map(({ message }) => message).join('\n')).not.toContain(secret);
      }),
    );
  });

  test('an entry with three thousand unknown keys has few problems', () => {
    const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, number) => [`key${number}`, 1]));
    const { problems, servers } = read(JSON.stringify({ mcpServers: { a: keys } }));
    expect(problems.length).toBeLessThan(60);
    expect(servers[0]?.state).toBe('invalid');
  });

  test('an entry with more values than any server needs is invalid', () => {
    const { entry, codes } = only({ command: 'x', args: Array.from({ length: 10_001 }, () => 'a') });
    expect(entry.state).toBe('invalid');
    expect(codes).toEqual(['entry-too-large']);
  });
});
