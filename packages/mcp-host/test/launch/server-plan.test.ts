import { planServer } from '@modegate/mcp-host/connections';
import { readServerConfig } from '@modegate/server-config';
import { expect, test } from 'vitest';

test('a server that a rule over several servers switches off says which rule', () => {
  const text = '{\n"permission": { "git_*": "ask" },\n"mcp": { "git": { "type": "local", "command": ["x"] } }\n}';
  const plans = readServerConfig(text, { file: 'opencode.json' }).servers.map((entry) =>
    planServer(entry, {
      surroundings: { env: {}, workspaceFolder: '/p', userHome: '/h', platform: 'linux' },
      ownScripts: [],
    }),
  );
  const reason = 'It is switched off in opencode.json, line 2, by /permission/git_*.';
  expect(plans).toEqual([{ state: 'disabled', reason }]);
});

test('F3: an entry that only switches a server starts nothing alone, and says why', () => {
  const text = '{ "mcp": { "a": { "enabled": true }, "b": { "enabled": false } } }';
  const plans = readServerConfig(text, { file: 'opencode.json' }).servers.map((entry) =>
    planServer(entry, {
      surroundings: { env: {}, workspaceFolder: '/p', userHome: '/h', platform: 'linux' },
      ownScripts: [],
    }),
  );
  const hint = 'To use it, write its whole entry, in this file when the file has rules for the server.';
  expect(plans).toEqual([
    { state: 'disabled', reason: `Server "a" is only switched on in this file. ${hint}` },
    { state: 'disabled', reason: 'Server "b" is switched off in this file.' },
  ]);
});
