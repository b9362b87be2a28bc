import { readServerConfig } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';
import { configOf } from './support/read.ts';

const codex = (entry: string) => readServerConfig(`[mcp_servers.s]\n${entry}\n`, { file: '.codex/config.toml' });

describe('F4: `env_vars` of Codex', () => {
  test('env_vars names the variables that the server gets, as texts or with a source', () => {
    const { servers, problems } = codex(
      'command = "x"\nenv_vars = ["A", { name = "B" }, { name = "C", source = "local" }]',
    );
    expect(problems).toEqual([]);
    expect(servers.map(configOf)).toMatchObject([{ command: 'x', env: {}, envVars: ['A', 'B', 'C'] }]);
  });

  test.each([
    '"A"',
    '[1]',
    '[""]',
    '["A=b"]',
    '["${env:A}"]',
    '[{ source = "local" }]',
    '[{ name = "A", source = "remote" }]',
  ])('env_vars is an error as %s', (value) => {
    const { servers, problems } = codex(`command = "x"\nenv_vars = ${value}`);
    expect(servers).toMatchObject([{ state: 'invalid' }]);
    expect(problems).toMatchObject([
      { code: 'FIELD_INVALID', pointer: expect.stringMatching('^/mcp_servers/s/env_vars') },
    ]);
  });

  test('env_vars has no effect for a URL or in the file of another client', () => {
    const remote = codex('url = "https://x.example/mcp"\nenv_vars = ["A"]');
    expect(remote.problems).toMatchObject([{ code: 'FIELD_IGNORED', pointer: '/mcp_servers/s/env_vars' }]);
    const other = { mcpServers: { s: { command: 'x', env_vars: ['A'] } } };
    const { servers, problems } = readServerConfig(JSON.stringify(other), { file: '.mcp.json' });
    expect(problems).toMatchObject([{ code: 'KEY_UNKNOWN' }]);
    expect(configOf(servers[0] as (typeof servers)[number])).not.toHaveProperty('envVars');
  });
});

describe('F5: the unit of `timeout` in each client', () => {
  const inMilliseconds = [
    ['opencode.json', 'mcp'],
    ['kilo.json', 'mcp'],
    ['.gemini/settings.json', 'mcpServers'],
    ['.qwen/settings.json', 'mcpServers'],
    ['.gemini/settings.modegate.json', 'mcpServers'],
  ] as const;
  const timeoutOf = (file: string, root: string, timeout: number) => {
    const { servers, problems } = readServerConfig(JSON.stringify({ [root]: { s: { command: 'x', timeout } } }), {
      file,
    });
    return {
      seconds: servers.map((entry) => configOf(entry).timeoutSeconds),
      said: problems.map(({ message }) => message),
    };
  };

  test.each(inMilliseconds)('a timeout counts milliseconds in %s', (file, root) => {
    expect(timeoutOf(file, root, 10_000)).toEqual({ seconds: [10], said: [] });
    expect(timeoutOf(file, root, 3_600_000)).toEqual({ seconds: [3_600], said: [] });
    const said = [
      'Server "s" has a "timeout" outside the range 1000 to 3600000 milliseconds; the default of 60000 milliseconds is used instead.',
    ];
    expect(timeoutOf(file, root, 999)).toEqual({ seconds: [60], said });
    expect(timeoutOf(file, root, 3_600_001)).toEqual({ seconds: [60], said });
  });

  test('a timeout counts seconds in other files', () => {
    expect(timeoutOf('.mcp.json', 'mcpServers', 3_000)).toEqual({ seconds: [3_000], said: [] });
    const said = [
      'Server "s" has a "timeout" outside the range 1 to 3600 seconds; the default of 60 seconds is used instead.',
    ];
    expect(timeoutOf('.mcp.json', 'mcpServers', 10_000)).toEqual({ seconds: [60], said });
  });
});
