import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLockFile, projectMarks } from '@modegate/project-check/family-files';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

describe('the action', () => {
  const action = parse(read('action.yml')) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: { readonly using: string; readonly steps: readonly Step[] };
  };

  test('reads no input and no event as a script', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });

  test('declares the inputs that it uses, and uses those that it declares', () => {
    const used = [...read('action.yml').matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
  });

  test('names the shell of each script, as a composite action has to', () => {
    for (const step of action.runs.steps) expect(step.run === undefined).toBe(step.shell === undefined);
  });

  test('gives each script the variables that it reads', () => {
    const given = new Set([
      'GITHUB_ACTION_PATH',
      'MODEGATE_PROGRAMS',
      'NODE_DISABLE_COMPILE_CACHE',
      'NODE_OPTIONS',
      'NODE_PATH',
      'GITHUB_OUTPUT',
      'GITHUB_STEP_SUMMARY',
      'RUNNER_TEMP',
    ]);
    for (const { run = '', env = {} } of action.runs.steps)
      for (const [, name = ''] of run.matchAll(/\$\{?([A-Z][A-Z_]+)/g))
        expect([...given, ...Object.keys(env)]).toContain(name);
  });
});

describe('the hooks of pre-commit', () => {
  const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly {
    readonly id: string;
    readonly entry: string;
    readonly files: string;
  }[];

  test.each(hooks.map((hook) => [hook.id, hook] as const))(
    '%s runs when a file that it reads changes',
    (_id, { files, entry }) => {
      const isTest = entry.endsWith(' test');
      const marks = projectMarks.filter((mark) => !isTest || !mark.startsWith('modegate.config'));
      for (const mark of [...marks, isTest ? 'policy.modes-test.yaml' : defaultLockFile])
        for (const file of [mark, `app/${mark}`]) expect(file).toMatch(new RegExp(files));
      for (const file of ['roomodes', 'x.roomodes', 'src/mcp.json', 'package.json'])
        expect(file).not.toMatch(new RegExp(files));
      expect(entry).toMatch(/^(scripts\/run-published\.mjs|modegate) (check|test)$/);
    },
  );
});

test('the template for GitLab is a header with inputs and one job, and uses each input', () => {
  const documents = parseAllDocuments(read('templates/gitlab-ci.yml')) as readonly {
    readonly errors: unknown[];
    toJS(): Record<string, { inputs?: object }>;
  }[];
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const [header, job] = documents.map((document) => document.toJS());
  const inputs = Object.keys(header?.spec?.inputs ?? {});
  expect(Object.keys(job ?? {})).toEqual(['modegate']);
  const used = [...read('templates/gitlab-ci.yml').matchAll(/\$\[\[ inputs\.([a-z-]+) \]\]/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(inputs));
});
