import { readServerConfig, toPolicyServers } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';
import { configOf, file, only, read } from './support/read.ts';

describe('a server entry', () => {
  test('an entry with a command is a local server with every default filled in', () => {
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
      shared: false,
    });
    expect(problems).toEqual([]);
  });

  test('an entry keeps every field that it has', () => {
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
  ])('an entry of the type %s is read as %s', (type, expected) => {
    const { entry, codes } = only({ type, url: 'https://example.com/mcp', headers: { A: 'b' } });
    expect(configOf(entry)).toMatchObject({ type: expected, headers: { A: 'b' }, typeInferred: false });
    expect(codes).toEqual([]);
  });

  test('an entry with a url but no type is read as streamable-http and reported', () => {
    const { entry, codes } = only({ url: 'https://example.com/mcp' });
    expect(configOf(entry)).toMatchObject({ type: 'streamable-http', typeInferred: true });
    expect(codes).toEqual(['TYPE_MISSING']);
  });

  test('an entry with a url but no type is normal in Cursor and not reported', () => {
    const { entry, codes } = only({ url: 'https://example.com/mcp' }, { kind: 'cursor' });
    expect(configOf(entry)).toMatchObject({ type: 'streamable-http', typeInferred: true });
    expect(codes).toEqual([]);
  });

  test.each([
    ['command and url', { command: 'x', url: 'https://e.com' }, 'TRANSPORT_MIXED'],
    ['a command and headers', { command: 'x', headers: {} }, 'TRANSPORT_MIXED'],
    ['a url and env', { type: 'sse', url: 'https://e.com', env: {} }, 'TRANSPORT_MIXED'],
    ['neither command nor url', { type: 'stdio' }, 'TRANSPORT_MISSING'],
    ['an unknown type', { type: 'interactiveApp', command: 'x' }, 'TYPE_UNKNOWN'],
    ['a type that is no string', { type: 7, command: 'x' }, 'TYPE_UNKNOWN'],
    ['type stdio and a url', { type: 'stdio', url: 'https://e.com' }, 'TYPE_MISMATCH'],
    ['type sse and a command', { type: 'sse', command: 'x' }, 'TYPE_MISMATCH'],
    ['an empty command', { command: '' }, 'FIELD_INVALID'],
    ['a command that is a list', { command: ['x'] }, 'FIELD_INVALID'],
    ['a number in env', { command: 'x', env: { N: 3 } }, 'FIELD_INVALID'],
    ['a timeout out of range', { command: 'x', timeout: 30_000 }, 'FIELD_INVALID'],
    ['F8: an era that is a date', { command: 'x', era: '2026-07-28' }, 'FIELD_INVALID'],
    ['F8: the later era over HTTP+SSE', { type: 'sse', url: 'https://e.com', era: 'modern' }, 'FIELD_INVALID'],
    ['a file address', { type: 'sse', url: 'file:///etc/passwd' }, 'FIELD_INVALID'],
    ['text that is no address', { type: 'sse', url: 'nowhere' }, 'FIELD_INVALID'],
    ['"disabled" in quotes', { command: 'x', disabled: 'false' }, 'FIELD_INVALID'],
    ['a string instead of settings', 'x', 'ENTRY_NOT_OBJECT'],
    ['null instead of settings', null, 'ENTRY_NOT_OBJECT'],
  ])('an entry with %s is invalid', (_, config, code) => {
    const { entry, codes } = only(config);
    expect(entry.state).toBe('invalid');
    expect(codes).toEqual([code]);
  });

  test('an invalid entry is closed, whatever its content', () => {
    const { entry } = only({ disabled: false, defaultEnabled: true, disabledTools: ['a', 3], alwaysAllow: ['*'] });
    expect(entry.policy).toEqual({ disabled: true, defaultEnabled: false, disabledTools: ['a'], alwaysAllow: [] });
    const [server] = toPolicyServers([entry]);
    expect(server?.invalid).toBe('Server "it" needs "command" (local server) or "url" (remote server).');
  });

  test('an entry may have variables in its address', () => {
    const url = 'https://${input:app-name}.example.net/mcp';
    expect(only({ type: 'http', url }).entry.state).toBe('valid');
  });

  test('an entry of another client may use other timeout units and unused fields', () => {
    const { entry, codes } = only(
      { type: 'http', url: 'https://e.com', timeout: 30_000, env: {} },
      { kind: 'claude-code' },
    );
    expect(configOf(entry)).toMatchObject({ timeoutSeconds: 60 });
    expect(codes).toEqual(['FIELD_IGNORED', 'FIELD_IGNORED']);
  });

  test('an entry keeps unknown keys', () => {
    const { entry, codes } = only({ command: 'x', note: 'hello', _comment: 1 });
    expect(entry.state === 'valid' ? { ...entry.extra } : undefined).toEqual({ note: 'hello', _comment: 1 });
    expect(codes).toEqual(['KEY_UNKNOWN', 'KEY_UNKNOWN']);
  });

  test.each([
    ['autoApprove', [], 'info', 'alwaysAllow'],
    ['agrs', [], 'warning', 'args'],
  ])('an entry with the misspelt key %s = %j is reported as %s with the nearest key', (key, value, severity, meant) => {
    const { entry, problems } = only({ command: 'x', [key]: value });
    expect(entry.state).toBe('valid');
    expect(problems).toMatchObject([
      { code: 'KEY_MISSPELT', severity, message: expect.stringContaining(`Did you mean "${meant}"?`) },
    ]);
  });

  test('an entry with a duplicate key uses the last one, as JSON.parse does', () => {
    const { servers, problems } = read('{"mcpServers":{"it":{"command":"x","disabled":true,"disabled":false}}}');
    expect(servers[0]?.policy.disabled).toBe(false);
    expect(problems.map(({ code }) => code)).toEqual(['DUPLICATE_KEY']);
  });
});

describe('positions of the settings of a server', () => {
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

  test('the position of an entry and of each of its policy fields is known', () => {
    expect(entry).toMatchObject({ pointer: '/mcpServers/github', line: 3, column: 5 });
    expect(entry?.settingPositions).toEqual({
      defaultEnabled: { pointer: '/mcpServers/github/defaultEnabled', line: 5, column: 25 },
      disabled: { pointer: '/mcpServers/github/disabled', line: 6, column: 19 },
      disabledTools: [
        { pointer: '/mcpServers/github/disabledTools/0', line: 7, column: 25 },
        { pointer: '/mcpServers/github/disabledTools/1', line: 7, column: 30 },
      ],
    });
  });

  test('a position is found for any pointer in the file, and for none outside it', () => {
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

  test('the positions are passed on to a policy', () => {
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
