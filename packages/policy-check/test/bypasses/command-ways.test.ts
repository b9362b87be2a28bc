import { compilePolicy, decide, type ModeConfig, type Policy } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import type { CommandRestrictions, GroupEntry } from '@modegate/mode-core/modes';
import { type Bypass, findBypasses } from '@modegate/policy-check/permissions';
import { findProgramNature, shellAnalyser } from '@modegate/shell-commands';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listRunFiles } from '../../src/bypasses/commands/list-run-files.ts';
import { analyseProbe } from '../../src/commands/command-probes.ts';
import { mayMatchBetween } from '../../src/regex/may-match-between.ts';

const markdown = '^docs/.*\\.md$';

function policyOf(commandRestrictions: CommandRestrictions, limit: GroupEntry = ['edit', { fileRegex: markdown }]) {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'A role.', groups: ['read', limit, 'command'] } as const;
  return compile({ ...mode, commandRestrictions });
}

function compile(...project: readonly ModeConfig[]): Policy {
  return compilePolicy({
    project,
    builtin: [],
    servers: [],
    commands: createCommandJudge({ analyser: shellAnalyser, shell: 'bash' }),
  });
}

function waysOf(policy: Policy): readonly Bypass[] {
  return findBypasses(policy).filter(({ kind, mode }) => kind.endsWith('by-command') && mode === 'm');
}

const edits = (fileRegex: string): GroupEntry => ['edit', { fileRegex }];
const callsOf = ({ calls = [] }: Bypass) =>
  calls.map(({ tool, params }) => (tool === 'execute_command' ? params.command : `write ${params.path}`));
const shown = (policy: Policy) => waysOf(policy).map((way) => [way.certainty, ...callsOf(way)]);

describe('a file limit combined with rules for commands', () => {
  test('a file limit holds if every allowed command is known and runs nothing that the mode may write', () => {
    const allowedCommands = [
      'git status *',
      'git diff *',
      'git commit *',
      'ls *',
      'cat *',
      'rm *',
      'sort *',
      'npm test',
      'pnpm run docs:build',
      'make docs',
      'python3 scripts/build.py',
      './scripts/check.sh',
      './scripts/*.sh',
      'node_modules/.bin/eslint docs',
      'docker ps *',
    ];
    expect(shown(policyOf({ allowedCommands }))).toEqual([]);
    expect(shown(policyOf({ allowedCommands: [] }))).toEqual([]);
    expect(shown(policyOf({ disallowedCommands: ['*'] }))).toEqual([]);
  });

  test.each<[string, string]>([
    ['python3 *', `python3 -c "open('x','w')"`],
    ['python3', `echo "open('x','w')" | python3`],
    ['/usr/bin/python3.12 *', `/usr/bin/python3.12 -c "open('x','w')"`],
    ['node *', `node -e "require('fs').writeFileSync('x','')"`],
    ['npm *', `npm exec -c 'touch x'`],
    ['npx *', `npx -c 'touch x'`],
    ['make *', `make '--eval=$(shell touch x)'`],
    ['docker *', 'docker run -v /:/host alpine touch /host/x'],
    ['git *', `git filter-branch --tree-filter 'touch x'`],
    ['git bisect *', 'git bisect run touch x'],
    ['bash *', `echo 'touch x' | bash`],
    ['vim *', `vim -c ':!touch x'`],
  ])('a file limit does not hold if %s is allowed, as one call shows', (rule, command) => {
    expect(shown(policyOf({ allowedCommands: [rule, 'ls *'] }))).toEqual([['certain', command]]);
  });

  test.each<[string, string, readonly string[]]>([
    ['^docs/', 'npm test', ['write docs/package.json', 'cd docs && npm test']],
    ['^(?!src/)', 'npm test', ['write package.json', 'npm test']],
    ['^docs/', 'make docs', ['write docs/Makefile', 'cd docs && make docs']],
    ['^docs/', 'eslint .', ['write docs/eslint.config.js', 'cd docs && eslint .']],
    ['^docs/', 'npx eslint docs', ['write docs/node_modules/.bin/eslint', 'cd docs && npx eslint docs']],
    ['^tests/.*\\.py$', 'pytest', ['write tests/conftest.py', 'cd tests && pytest']],
    ['^tests/.*\\.py$', 'uv run pytest', ['write tests/setup.py', 'cd tests && uv run pytest']],
    ['^tests/.*\\.py$', 'python3 -m pytest', ['write tests/pytest.py', 'cd tests && python3 -m pytest']],
    ['^scripts/', './scripts/x.sh', ['write scripts/x.sh', './scripts/x.sh']],
    ['^scripts/', 'node scripts/x.js', ['write scripts/x.js', 'node scripts/x.js']],
    ['^scripts/gen/', 'node scripts/*.js', ['write scripts/gen/x.js', 'node scripts/gen/x.js']],
    ['^docs/', 'node scripts/*', ['write docs/scripts/x', 'cd docs && node scripts/x']],
    [markdown, 'node scripts/*', ['write docs/scripts/x.md', 'cd docs && node scripts/x.md']],
    ['^scripts/', './scripts/*', ['write scripts/x', './scripts/x']],
    ['^node_modules/', 'node_modules/.bin/tsc', ['write node_modules/.bin/tsc', 'node_modules/.bin/tsc']],
    ['\\.tf$', 'terraform plan', ['write x.tf', 'terraform plan']],
    [
      '^docs/',
      'git status *',
      ['write docs/HEAD', 'write docs/config', 'write docs/objects/x', 'write docs/refs/x', 'cd docs && git status'],
    ],
  ])('a file limit on %s does not hold if %s runs what the mode writes', (limit, rule, calls) => {
    expect(shown(policyOf({ allowedCommands: [rule] }, edits(limit)))).toEqual([['certain', ...calls]]);
  });

  test('a file limit that several entries break by running the same files is reported for one reason', () => {
    const [way, ...others] = waysOf(
      policyOf({ allowedCommands: ['git status *', 'git diff', 'git add *', 'npm test'] }, edits('^docs/')),
    );
    expect(others.map((other) => callsOf(other).at(-1))).toEqual(['cd docs && npm test']);
    expect(way?.message).toContain('which does what those files say, as 2 other entries do.');
  });

  test('a file limit probably does not hold if the command runs tests that the mode writes', () => {
    expect(shown(policyOf({ allowedCommands: ['npm test'] }, edits('\\.test\\.ts$')))).toEqual([
      ['likely', 'write x.test.ts', 'npm test'],
    ]);
  });

  test('a file limit may not hold if nothing is known about a command', () => {
    expect(shown(policyOf({ allowedCommands: ['mytool *'] }))).toEqual([['possible', 'mytool …']]);
    expect(shown(policyOf({ allowedCommands: ['mytool build'] }))).toEqual([['possible', 'mytool build']]);
    expect(shown(policyOf({ allowedCommands: ['pandoc x.md'] }))).toEqual([['possible', 'pandoc x.md']]);
    expect(shown(policyOf({ allowedCommands: ['eslint *'] }))).toEqual([['likely', 'eslint …']]);
  });

  test('a file limit may not hold if it cannot be compared with the name of a file', () => {
    const unusual = edits('^(?!x)(?=.*package)[a-z/]+\\.json$');
    expect(shown(policyOf({ allowedCommands: ['npm test'] }, unusual))).toEqual([
      ['certain', 'write package.json', 'npm test'],
    ]);
    const puzzling = edits('^(?=.{30})[a-z/]+package\\.json$');
    expect(shown(policyOf({ allowedCommands: ['npm test'] }, puzzling))).toEqual([['possible', 'npm test']]);
  });

  test('a file limit does not hold if all other commands are open', () => {
    const [way, ...others] = waysOf(policyOf({ disallowedCommands: ['rm', 'python', 'ipython'] }));
    expect(others).toEqual([]);
    expect(way).toMatchObject({ certainty: 'certain', kind: 'file-limit-by-command' });
    expect(way?.message).toContain('its command rules do not mention `pypy -c');
    expect(shown(policyOf({ allowedCommands: ['*'], disallowedCommands: ['rm'] }))).toHaveLength(1);
  });

  test('a file limit holds where a person must consent, and where a denial or a parent stops the command', () => {
    expect(shown(policyOf({ allowedCommands: ['ls *'], askCommands: ['python3'] }))).toEqual([]);
    expect(shown(policyOf({ allowedCommands: ['python3 *'], askCommands: ['python3'] }))).toEqual([]);
    expect(shown(policyOf({ allowedCommands: ['python3 *'], disallowedCommands: ['python3'] }))).toEqual([]);
    const parent = { slug: 'house', name: 'H', roleDefinition: 'x', groups: [] };
    const child: ModeConfig = {
      ...parent,
      slug: 'm',
      groups: ['read', edits(markdown), 'command'],
      commandRestrictions: { extends: 'house', allowedCommands: ['python3 *', 'npm *'] },
    };
    const withParent = (...allowedCommands: readonly string[]) =>
      shown(compile(child, { ...parent, commandRestrictions: { allowedCommands } }));
    expect(withParent('git *', 'npm test')).toEqual([]);
    expect(withParent('python3 *')).toEqual([['certain', `python3 -c "open('x','w')"`]]);
    expect(withParent('python3 -c *')).toEqual([['certain', `python3 -c "open('x','w')"`]]);
  });

  test('a file limit is checked against what conditions may open', () => {
    const command = { command: 'python3 *', when: { branch: 'main' } };
    expect(shown(policyOf({ allowedCommands: [command] }))).toEqual([['possible', `python3 -c "open('x','w')"`]]);
    const onTopic = findBypasses(policyOf({ allowedCommands: [command] }), {
      circumstances: { context: { branch: 'topic' } },
    });
    expect(onTopic.filter(({ kind }) => kind.endsWith('by-command'))).toEqual([]);
  });

  test('modes that may not write, or not read everything, have the same ways around their limits', () => {
    const mode: ModeConfig = { slug: 'm', name: 'M', roleDefinition: 'A role.', groups: ['read', 'command'] };
    const reader = compile({ ...mode, commandRestrictions: { allowedCommands: ['python3 *', 'npm test', 'git *'] } });
    expect(waysOf(reader).map(({ kind }) => kind)).toEqual(['read-only-by-command', 'read-only-by-command']);
    const limited = compile({
      ...mode,
      groups: [['read', { fileRegex: '^docs/' }], 'edit', 'command'],
      commandRestrictions: { allowedCommands: ['mytool *', 'cat *', 'git diff *'] },
    });
    expect(waysOf(limited).map(({ kind, certainty }) => [kind, certainty])).toEqual([
      ['read-limit-by-command', 'possible'],
    ]);
  });
});

describe('the calls that the checker shows', () => {
  const rules = [
    'python3 *',
    'python3 scripts/x.py',
    'npm *',
    'npm test',
    'npm run *',
    'make *',
    'make docs',
    './x.sh',
    './scripts/*',
    'node scripts/*.js',
    'git *',
    'git status *',
    'git * --stat',
    'ls *',
    'mytool *',
    'mytool',
    'eslint .',
    'bash *',
    'xargs *',
    'env *',
    'sort *',
    '*',
    "'a b' *",
    'echo *',
  ];
  const limits = ['^docs/', markdown, '', '.*', '\\.md$', '^(?!src/)', 'package\\.json$', '^[\\w/]+$', '(a|b)/.*', '('];
  const entry = fc.oneof(
    fc.constantFrom(...rules),
    fc.record({ command: fc.constantFrom(...rules), when: fc.constant({ branch: 'main' }) }),
  );
  const restrictions = fc.record(
    {
      allowedCommands: fc.array(entry, { maxLength: 4 }),
      askCommands: fc.array(entry, { maxLength: 1 }),
      disallowedCommands: fc.array(entry, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  const limit = fc.option(fc.constantFrom(...limits));
  const mode = (slug: string) =>
    fc.tuple(restrictions, limit, limit, fc.boolean()).map(
      ([commandRestrictions, read, edit, extendsOther]): ModeConfig => ({
        slug,
        name: slug,
        roleDefinition: 'A role.',
        groups: [
          read === null ? 'read' : ['read', { fileRegex: read }],
          ...(edit === null ? [] : [edits(edit)]),
          'command',
        ],
        commandRestrictions: { ...commandRestrictions, ...(extendsOther && slug === 'm' ? { extends: 'parent' } : {}) },
      }),
    );

  test('decide allows every call that the checker shows', () => {
    fc.assert(
      fc.property(mode('m'), mode('parent'), (own, parent) => {
        const policy = compile(own, parent);
        for (const { calls = [], certainty, mode: slug } of findBypasses(policy)) {
          const asked = calls.map(({ tool, params }) => decide(policy, { mode: slug, tool, params }));
          const refused = asked.filter(
            (decision) => !decision.allowed && !(certainty === 'possible' && decision.kind === 'circumstance'),
          );
          expect([calls, refused]).toEqual([calls, []]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('without a reported way, no program that can do anything or is unknown has open arguments', () => {
    const probes = [
      `python3 -c "open('x','w')"`,
      'npm exec x',
      'make x',
      'git filter-branch x',
      'mytool x',
      'bash x',
      'echo x | bash',
      './scripts/../x',
      'cd docs && npm test',
    ];
    fc.assert(
      fc.property(restrictions, fc.constantFrom('^docs/', markdown), (commandRestrictions, fileRegex) => {
        const policy = policyOf(commandRestrictions, edits(fileRegex));
        const certain = waysOf(policy);
        const open = probes.filter(
          (command) =>
            decide(policy, { mode: 'm', tool: 'execute_command', params: { command } }).allowed &&
            !(command.startsWith('cd') && fileRegex === markdown),
        );
        if (certain.length === 0) expect(open).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('files that programs run', () => {
  test('the checker finds files run by a program that another program starts', () => {
    const first = (command: string) => listRunFiles(command.split(' '))?.map(({ files }) => files.join('+'));
    expect(first('npx eslint .')).toContain('eslint.config.js');
    expect(first('bundle exec rspec')).toContain('.rspec');
    expect(first('python -m pytest')).toContain('conftest.py');
    expect(first('node x.js')).toEqual(['x.js']);
    expect(first('node -e 1')).toEqual([]);
    expect(first('node /x.js')).toEqual([]);
    expect(first('black .')).toEqual([]);
    expect(first('ls')).toBeUndefined();
  });

  test('only git and programs that can do anything run files', () => {
    for (const name of ['npm', 'make', 'python3', 'eslint', 'terraform', 'docker', 'bash', 'cargo', 'go'])
      expect([name, findProgramNature(analyseProbe(`${name} x`).programs[0] as never)]).toEqual([name, 'anything']);
  });
});

test('the checker distinguishes patterns that certainly match no path with certain endings from other patterns', () => {
  const patterns = [
    '^docs/',
    '^docs/.*\\.md$',
    '\\.(md|mdx)$',
    '^(?!src/).*\\.json$',
    '^[^/]+$',
    '^src/(.*/)?x{2,3}\\.ts$',
    '(^|/)Makefile$',
    '^a?b*c+$',
    '\\bpackage\\b',
    '^.{3}$',
    'x$|^y',
    '^(a|ab)(c|bcd)(d*)$',
  ];
  const part = fc.constantFrom('docs', 'src', 'a.md', 'xx.ts', 'Makefile', 'package.json', 'abc', 'abcd', 'y', 'x', '');
  const paths = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.constantFrom(...patterns), paths, fc.nat(12), fc.nat(12), (pattern, path, first, rest) => {
      const ends = { start: path.slice(0, first), end: path.slice(first + rest) };
      if (new RegExp(pattern).test(path)) expect(mayMatchBetween(pattern, ends)).toBe(true);
    }),
    { numRuns: 3000 },
  );
  const may = (pattern: string, start: string, end: string) => mayMatchBetween(pattern, { start, end });
  expect(may(markdown, '', '/package.json')).toBe(false);
  expect(may('^src/(.*/)?x{2,3}\\.ts$', '', '/x.ts')).toBe(false);
  expect(may('^src/(.*/)?x{2,3}\\.ts$', '', '/xx.ts')).toBe(true);
  expect(may('^[^/]+$', '', '/x')).toBe(false);
  expect(may('^docs/', 'scripts/', '')).toBe(false);
  expect(may('^(docs|scripts/gen)/', 'scripts/', '.js')).toBe(true);
});
