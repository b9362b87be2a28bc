import { readServerConfig } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';
import { configOf, file, read } from './support/read.ts';

describe('a file of servers', () => {
  test('readServerConfig continues after a bad entry', () => {
    const { servers, unreadable } = read({ mcpServers: { bad: 3, good: { command: 'x' } } });
    expect(servers.map(({ name, state }) => [name, state])).toEqual([
      ['bad', 'invalid'],
      ['good', 'valid'],
    ]);
    expect(unreadable).toBe(false);
  });

  test('a server file may have comments, trailing commas and a byte order mark, which Roo itself would refuse', () => {
    const { servers, problems } = read('\uFEFF{ // note\n "mcpServers": { "a": { "command": "x", }, }, }');
    expect(servers.map(({ state }) => state)).toEqual(['valid']);
    expect(problems).toMatchObject([{ code: 'PLAIN_JSON_REQUIRED', severity: 'warning', line: 1, column: 1 }]);
  });

  test('a server file of VS Code may have comments without a remark', () => {
    expect(read('{ /* note */ "servers": {} }', { kind: 'vscode' }).problems).toEqual([]);
  });

  test.each([
    ['nothing', '', 'FILE_EMPTY'],
    ['only a comment', '// later', 'FILE_EMPTY'],
    ['half an object', '{"mcpServers": {"a": {"command": "x"}', 'SYNTAX_ERROR'],
    ['a list', '[]', 'ROOT_NOT_OBJECT'],
    ['null', 'null', 'ROOT_NOT_OBJECT'],
    ['a list of servers', '{"mcpServers": []}', 'SERVERS_NOT_OBJECT'],
    ['a misspelt key', '{"mcpServer": {"a": {"command": "x"}}}', 'ROOT_MISSPELT'],
    ['deep nesting', '['.repeat(200_000), 'NESTING_TOO_DEEP'],
    ['brackets that do not match', '{"a":[}'.repeat(50_000), 'NESTING_TOO_DEEP'],
    [
      'too many servers',
      JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, {}])) }),
      'SERVERS_TOO_MANY',
    ],
    ['more than 4 MiB', ' '.repeat(4 * 1024 * 1024 + 1), 'FILE_TOO_LARGE'],
  ])('a server file that contains %s is unreadable and yields no server', (_, text, code) => {
    const { servers, problems, unreadable } = read(text);
    expect(servers).toEqual([]);
    expect(unreadable).toBe(true);
    expect(problems[0]).toMatchObject({ code, severity: 'error', file });
  });

  test('a broken server file yields none of the entries before the break', () => {
    const { servers, problems } = read('{\n  "mcpServers": {\n    "a": { "command": "x" },\n    "b": oops\n  }\n}');
    expect(servers).toEqual([]);
    expect(problems[0]).toMatchObject({ line: 4, column: 10 });
  });

  test('a server file without servers is readable and empty', () => {
    expect(read({ customModes: [] }, { kind: 'generic' })).toMatchObject({
      servers: [],
      unreadable: false,
      problems: [{ code: 'SERVERS_MISSING', severity: 'info' }],
    });
  });

  test.each([
    ['{}', 'SERVERS_MISSING', false],
    ['{"mcp": []}', 'SERVERS_MISSING', false],
    ['{"note": "later"}', 'SERVERS_MISSING', false],
    ['{"github": {"cmd": "x", "disabled": true}}', 'SERVERS_MISSING', true],
    ['{"mcp": {"github": {"disabled": true}}}', 'SERVERS_MISSING', true],
    ['// later', 'FILE_EMPTY', true],
  ])('security R4: a server file of the Roo family needs "mcpServers": %s is an error', (text, code, isUnreadable) => {
    for (const name of ['.roo/mcp.json', '.kilocode/mcp.json', '.bob/mcp.json', 'settings/mcp_settings.json']) {
      const { servers, problems, unreadable } = read(text, { file: `/project/${name}` });
      expect(servers).toEqual([]);
      expect(problems).toMatchObject([{ code, severity: 'error', line: 1 }]);
      expect(unreadable).toBe(isUnreadable);
    }
  });

  test.each([
    ['mcpServers', { mcpServers: { a: { command: 'x' } } }, '/mcpServers/a', []],
    ['servers', { servers: { a: { command: 'x' } } }, '/servers/a', ['ROOT_FOREIGN']],
    ['mcp.servers', { mcp: { servers: { a: { command: 'x' } } } }, '/mcp/servers/a', ['ROOT_FOREIGN']],
    ['the root', { $schema: 's', a: { command: 'x' } }, '/a', ['BARE_MAP']],
  ])('a server file may keep its servers under %s', (_, config, pointer, codes) => {
    const { servers, problems } = read(config);
    expect(servers.map((server) => server.pointer)).toEqual([pointer]);
    expect(problems.map(({ code }) => code)).toEqual(codes);
  });

  test('in a VS Code file with both keys, "servers" is used', () => {
    const config = { mcpServers: { a: { command: 'x' } }, servers: { b: { command: 'x' } } };
    const { servers, problems } = read(config, { kind: 'vscode' });
    expect(servers.map(({ name }) => name)).toEqual(['b']);
    expect(problems.map(({ code }) => code)).toEqual(['ROOT_AMBIGUOUS']);
    expect(read(config).servers.map(({ name }) => name)).toEqual(['a']);
  });

  test('a server file with a duplicate root key reports which one is used', () => {
    const { servers, problems } = read('{"mcpServers":{"a":{"command":"x"}},"mcpServers":{"b":{"command":"x"}}}');
    expect(servers.map(({ name }) => name)).toEqual(['b']);
    expect(problems.map(({ code }) => code)).toEqual(['DUPLICATE_KEY']);
  });

  test('the path of a server file determines its kind and source', () => {
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

describe('server names that become equal', () => {
  test('a server name may be any string, including those of Object.prototype', () => {
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

  test('server names that become equal as tool names are reported', () => {
    const { problems } = read({ mcpServers: { 'my server': { command: 'x' }, my_server: { command: 'x' } } });
    expect(problems).toMatchObject([{ code: 'NAME_COLLISION', server: 'my_server', line: 6 }]);
  });

  test('the last of several servers with the same name is used', () => {
    const { servers, problems } = read('{"mcpServers":{"a":{"command":"old"},"a":{"command":"new"}}}');
    expect(servers.map((server) => configOf(server))).toMatchObject([{ command: 'new' }]);
    expect(problems.map(({ code }) => code)).toEqual(['DUPLICATE_KEY']);
  });
});
