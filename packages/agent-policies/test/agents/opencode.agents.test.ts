import { describe, expect, test } from 'vitest';
import { opencodeListing } from './listing-agents.ts';
import { findProgram, listRules } from './rule-lists.ts';

const permission = (value: unknown) => JSON.stringify({ permission: value });

const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['no file', {}],
  [
    'every place of a file',
    {
      '<home>/.config/opencode/config.json': permission({ glob: 'deny' }),
      '<home>/.config/opencode/opencode.json': permission({ '*': 'ask', bash: 'allow', edit: { '~/x': 'allow' } }),
      'opencode.json': permission({ '*': 'deny', edit: { x: 'deny' }, '1': 'allow' }),
      'opencode.jsonc': '// c\n{"tools":{"write":false,"foo":true},}',
      '.opencode/opencode.json': permission({ grep: 'allow', read: 'allow' }),
      '<home>/.opencode/opencode.json': permission({ read: 'deny' }),
    },
  ],
  [
    'agents and modes, some of them broken',
    {
      'opencode.json':
        '{"agent":{"plan":{"disable":true},"a":{"tools":{"bash":true},"permission":{"*":"deny","bash":"ask"}}},"mode":{"m":{"tools":{"edit":false}}}}',
      '.opencode/agents/team/b.md': '---\npermission:\n  bash: deny\n---\nx',
      '.opencode/agents/bad.md': '---\npermission:\n  bash: deny\n edit: [\n---\nhi\n',
      '.opencode/agents/colon.md': '---\ndescription: Use it: always\npermission:\n  bash: deny\n---\nhi\n',
      '.opencode/agents/dropped.md': '---\ndescription: a: b\npermission:\n  bash: deny\n edit: [\n---\nhi\n',
      '.opencode/agents/lines.md': '---\r\nname: other\r\npermission:\r\n  bash: deny\r\n---\r\nx',
      '.opencode/mode/broken.md': '---\ntools: [x]\n---\nhi\n',
    },
  ],
  ['an action that is none', { 'opencode.json': permission({ bash: 'Deny' }) }],
  ['a list of tools', { '.opencode/agents/a.md': '---\ntools: [read]\n---\nx' }],
  ['a server without a type', { 'opencode.json': '{"mcp":{"x":{"command":"npx"}}}' }],
  ['a server that is only switched on', { 'opencode.json': '{"mcp":{"x":{"command":"npx","enabled":false}}}' }],
];

describe.skipIf(findProgram(opencodeListing) === undefined)('rules as opencode 1.18.33 lists them', () => {
  test.each(cases)('our rules equal those that opencode lists: %s', (_, files) => {
    const { theirs, ours } = listRules(opencodeListing, files);
    expect(ours).toEqual(theirs);
  });
});
