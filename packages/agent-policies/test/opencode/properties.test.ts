import { kiloAgent as kilo, opencodeAgent as opencode } from '@modegate/agent-policies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesOf } from './support.ts';

const agents = [
  ['opencode', opencode],
  ['kilo', kilo],
] as const;

const names = [
  'opencode.json',
  'kilo.jsonc',
  '.opencode/agents/a.md',
  '.kilo/mode/m.md',
  '.kilocodemodes',
  '.kilocodeignore',
  '<home>/.config/kilo/kilo.json',
];

const action = fc.constantFrom('allow', 'ask', 'deny', 'Deny', null, '{env:X}');
const pattern = fc.oneof(
  fc.constantFrom('*', 'ls *', '*.md', '~/x/*', '{file:y}', '__proto__', '1'),
  fc.string({ maxLength: 8 }),
);
const permission = fc.dictionary(pattern, fc.oneof(action, fc.dictionary(pattern, action, { maxKeys: 4 })), {
  maxKeys: 5,
});
const validPermission = fc.dictionary(
  fc.constantFrom('bash', 'edit', 'read', 'b*', '*', '1', '{file:x}'),
  fc.oneof(fc.constantFrom('allow', 'ask'), fc.dictionary(pattern, fc.constantFrom('allow', 'ask'), { maxKeys: 4 })),
);
const json = fc
  .record({ permission, agent: fc.dictionary(fc.constantFrom('a', 'plan'), fc.record({ permission })) })
  .map((value) => JSON.stringify(value));
const text = fc.oneof(
  json,
  json.map((value) => `---\n${value}\n---\nx`),
  fc.string({ maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('{', '"', ':', '-', '\n', ' ', '*', '&', 'a', '[', '!', '#') }),
);
const files = fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 4 });
const shell = fc.string({
  unit: fc.constantFrom(
    'ls',
    'cat',
    ' ',
    '/etc',
    '"',
    "'",
    '$(',
    ')',
    '`',
    '|',
    '&&',
    ';',
    '\n',
    '>',
    '<<E',
    '\nE',
    '~',
    '\\',
    '{',
    '}',
    '((',
    '[',
    '!',
    'time ',
  ),
});
const call = fc.oneof(
  fc.record({
    tool: fc.constantFrom('bash', 'background_process'),
    arguments: fc.record({ command: shell, action: fc.constant('start') }),
  }),
  fc.record({
    tool: fc.oneof(
      fc.constantFrom('read', 'write', 'apply_patch', 'glob', 'grep', 'task', '__proto__', ''),
      fc.string(),
    ),
    arguments: fc.dictionary(fc.constantFrom('filePath', 'path', 'pattern', 'patchText', 'workdir'), fc.anything()),
  }),
);
const circumstances = fc.record(
  {
    headless: fc.boolean(),
    platform: fc.constantFrom('linux', 'win32'),
    flags: fc.constantFrom('--auto', ''),
    calledBy: fc.constantFrom('build', 'nobody'),
    cwd: fc.constantFrom('/', '/home/u/p/project/src', '..'),
  },
  { requiredKeys: [] },
);

describe.each(agents)('arbitrary files for %s', (_, agent) => {
  test('an arbitrary call gets an answer with a reason, and never an exception', () => {
    fc.assert(
      fc.property(files, call, circumstances, (given, one, how) => {
        const { profiles, problems } = agent.readProfiles(filesOf(given));
        for (const { line, column, message } of problems) expect(line > 0 && column > 0 && message !== '').toBe(true);
        for (const profile of profiles) {
          const { effect, because } = agent.decideFor(profile, one, how);
          expect(['allow', 'ask', 'deny', 'not offered', 'unknown']).toContain(effect);
          expect(because).toMatch(/\S\.$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a denial of everything at the end leaves no tool offered', () => {
    fc.assert(
      fc.property(validPermission, call, (given, one) => {
        const entries = Object.entries(given).filter(([key]) => key !== '*' && key !== '1');
        const text = JSON.stringify({ permission: Object.fromEntries([...entries, ['*', 'deny']]) });
        const { profiles } = agent.readProfiles(filesOf({ 'opencode.json': text }));
        const [profile] = profiles.filter(({ rules }) => rules.isDefault);
        expect(profile && agent.decideFor(profile, one, {}).effect).toBe('not offered');
      }),
      { numRuns: 100 },
    );
  });
});
