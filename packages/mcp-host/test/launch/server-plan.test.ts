import { planServer } from '@modegate/mcp-host/connections';
import { readServerConfig } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';
import { describeLaunch } from '../../src/launch/describe-launch.ts';
import { entryHash } from '../../src/launch/entry-hash.ts';

test('a server disabled by a rule for several servers names that rule', () => {
  const text = '{\n"permission": { "git_*": "ask" },\n"mcp": { "git": { "type": "local", "command": ["x"] } }\n}';
  const plans = readServerConfig(text, { file: 'opencode.json' }).servers.map((entry) =>
    planServer(entry, {
      launchEnvironment: { env: {}, workspaceFolder: '/p', userHome: '/h', platform: 'linux' },
      ownScripts: [],
    }),
  );
  const reason = 'It is switched off in opencode.json, line 2, by /permission/git_*.';
  expect(plans).toEqual([{ state: 'disabled', reason }]);
});

test('F3: an entry that only switches a server starts nothing alone and says why', () => {
  const text = '{ "mcp": { "a": { "enabled": true }, "b": { "enabled": false } } }';
  const plans = readServerConfig(text, { file: 'opencode.json' }).servers.map((entry) =>
    planServer(entry, {
      launchEnvironment: { env: {}, workspaceFolder: '/p', userHome: '/h', platform: 'linux' },
      ownScripts: [],
    }),
  );
  const hint =
    'To use the server, add its complete entry. If this file has rules for the server, add the entry to this file.';
  expect(plans).toEqual([
    { state: 'disabled', reason: `Server "a" is switched on in this file but has no complete entry. ${hint}` },
    { state: 'disabled', reason: 'Server "b" is switched off in this file.' },
  ]);
});

describe('F4: the `env_vars` of Codex', () => {
  const [entry] = readServerConfig(
    '[mcp_servers.s]\ncommand = "x"\nenv_vars = ["A", "B", "C"]\nenv = { B = "own" }\n',
    {
      file: '.codex/config.toml',
    },
  ).servers;
  if (entry?.state !== 'valid') throw new Error('expected a valid entry');
  const other = { ...entry, config: { ...entry.config, envVars: ['A'] } };

  test('variables in env_vars are forwarded if set, are overridden by the entry and are secret', () => {
    const env = { A: 'value-of-a', B: 'value-of-b', D: 'value-of-d' };
    const plan = planServer(entry, {
      launchEnvironment: { env, workspaceFolder: '/p', userHome: '/h', platform: 'linux' },
      ownScripts: [],
    });
    if (plan.state !== 'start') throw new Error(plan.reason);
    expect(plan.launch).toMatchObject({ env: { A: 'value-of-a', B: 'own', MODEGATE_GATEWAY: '1' } });
    expect(Object.keys('env' in plan.launch ? plan.launch.env : {})).toEqual(['A', 'B', 'MODEGATE_GATEWAY']);
    expect(plan.redact('it said value-of-a')).not.toContain('value-of-a');
  });

  test('variables in env_vars are displayed and part of what a person agrees to', () => {
    expect(entryHash(entry)).not.toBe(entryHash(other));
    expect(describeLaunch(entry, { folder: '/p' }).names).toBe('environment: A B C');
  });
});
