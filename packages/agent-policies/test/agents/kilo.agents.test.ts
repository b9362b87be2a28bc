import { describe, expect, test } from 'vitest';
import { kiloListing } from './listing-agents.ts';
import { findProgram, listRules } from './rule-lists.ts';

const done = { '<home>/.config/kilo/.bash-permission-migrated': '' };
const permission = (value: unknown) => JSON.stringify({ permission: value });

const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the first start with a file of the user', { '<home>/.config/kilo/kilo.json': '{"model":"a/b"}' }],
  [
    'its folders, and the files of its predecessor',
    {
      ...done,
      'kilo.json': permission({ bash: { '*': 'ask', 'zz *': null }, edit: null }),
      'opencode.json': permission({ read: 'deny' }),
      '.kilo/kilo.jsonc': permission({ grep: 'deny' }),
      '.kilo/kilo.json': permission({ grep: 'ask' }),
      '.kilocodeignore': 'secrets/\n*.key\n!a.key\n**/x/**\n',
      '.kilocode/mcp.json': '{"mcpServers":{"zed":{"command":"x","disabled":true}}}',
      '.kilocodemodes':
        'customModes:\n  - slug: docs\n    name: D\n    roleDefinition: r\n    groups:\n      - read\n      - - edit\n        - fileRegex: \\.md$\n',
    },
  ],
  [
    'agents with ceilings, and what global rules do to modes that only read',
    {
      ...done,
      'kilo.json': JSON.stringify({
        permission: { '*': 'allow', task: { general: 'allow' }, edit: { '*': 'deny', 'a/*': 'allow' }, srv_x: 'deny' },
        agent: {
          plan: { permission: { edit: { 'n.txt': 'allow', z: 'deny' } } },
          build: { permission: { bash: 'deny' } },
          explore: { permission: { bash: 'allow', edit: 'deny' } },
          title: { permission: { bash: 'allow' } },
        },
      }),
    },
  ],
  [
    'files that it leaves out',
    {
      ...done,
      'kilo.json': '{"permission":{"bash":"deny"}',
      'kilo.jsonc': '{"model":"{env:FOO}","permission":{"edit":"deny"}}',
      'opencode.json': permission({ bash: 'Deny' }),
      '.kilo/agents/a.md': '---\ntools: [x]\n---\n',
      '.kilo/agents/b.md': '---\nmode: primary\npermission:\n  bash: deny\n---\nx {env:FOO}',
    },
  ],
];

describe.skipIf(findProgram(kiloListing) === undefined)('rules as Kilo 7.7.7 lists them', () => {
  test.each(cases)('our rules equal those that Kilo lists: %s', (_, files) => {
    const { theirs, ours } = listRules(kiloListing, files);
    expect(ours).toEqual(theirs);
  });
});
