import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissionAgents } from '@modegate/agent-policies';
import { defaultLockFile, projectMarkers } from '@modegate/policy-check/node';
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

describe('action.yml', () => {
  const action = parse(read('action.yml')) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: { readonly using: string; readonly steps: readonly Step[] };
  };

  test('the action uses no input and no event as a script', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });

  test('the action declares exactly the inputs that it uses', () => {
    const used = [...read('action.yml').matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
  });

  test('the action names the shell of each script, as a composite action must', () => {
    for (const step of action.runs.steps) expect(step.run === undefined).toBe(step.shell === undefined);
  });

  test('the action passes each script the variables that it reads', () => {
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

describe.skipIf(process.platform === 'win32')('N2: a pull request that grants permissions', () => {
  const { inputs, runs } = parse(read('action.yml')) as {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>;
    readonly runs: { readonly steps: readonly Step[] };
  };
  const script = (name: string) => runs.steps.find((step) => step.name === name)?.run ?? '';
  const bash = (text: string, env: Readonly<Record<string, string>>) =>
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', text], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });

  test.each([
    ['nothing is granted', { MODEGATE_DIFF: '0' }, 0],
    ['something is granted', { MODEGATE_DIFF: '1' }, 1],
    ['it is accepted', { MODEGATE_DIFF: '1', MODEGATE_ACCEPTED: 'true' }, 0],
    ['it is to be let through', { MODEGATE_DIFF: '1', MODEGATE_FAIL_ON_GRANT: 'false' }, 0],
    ['it could not be told, though it is accepted', { MODEGATE_DIFF: '2', MODEGATE_ACCEPTED: 'true' }, 2],
    ['nothing was compared', {}, 4],
    ['the event is not a pull request', { MODEGATE_IS_PULL_REQUEST: 'false' }, 0],
    ['there are findings, too', { MODEGATE_DIFF: '1', MODEGATE_ACCEPTED: 'true', MODEGATE_EXIT_CODE: '1' }, 1],
    ['the check said nothing', { MODEGATE_DIFF: '0', MODEGATE_EXIT_CODE: '' }, 3],
  ])('the action sets its exit code when %s', (_name, env, status) => {
    const usual = {
      MODEGATE_EXIT_CODE: '0',
      MODEGATE_FAIL_ON_GRANT: inputs['fail-on-grant']?.default ?? '',
      MODEGATE_IS_PULL_REQUEST: 'true',
    };
    expect(bash(script('Result'), { ...usual, ...env }).status).toBe(status);
  });

  test.each([
    ['["docs","ok to grant"]', 'ok to grant', 'true'],
    ['["docs"]', 'ok to grant', 'false'],
    ['["ok to grant!"]', 'ok to grant', 'false'],
    ['[]', '', 'false'],
    ['[""]', '', 'false'],
    ['null', 'ok to grant', 'false'],
  ])('the labels %s with the accepting label %j make the grant accepted: %s', (labels, accepting, accepted) => {
    const folder = mkdtempSync(join(tmpdir(), 'action-'));
    mkdirSync(join(folder, 'scripts'));
    // In the place of the published program: a diff that grants something.
    writeFileSync(join(folder, 'scripts/run-published.mjs'), "console.log('a grant'); process.exitCode = 1;");
    const { status, stderr } = bash(script('What this pull request grants'), {
      GITHUB_ACTION_PATH: folder,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      RUNNER_TEMP: folder,
      MODEGATE_BASE: 'HEAD',
      MODEGATE_PATHS: folder,
      MODEGATE_ACCEPTING: accepting,
      MODEGATE_LABELS: labels,
    });
    expect([status, labels === 'null' ? '' : stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'output'), 'utf8')).toContain(`accepted=${accepted}\nexit-code=1\n`);
    const summary = readFileSync(join(folder, 'summary'), 'utf8');
    expect(summary).toContain('a grant');
    expect(summary.includes('**Accepted**: this pull request has the label `ok to grant`')).toBe(accepted === 'true');
  });
});

describe('the hooks of pre-commit', () => {
  const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly {
    readonly id: string;
    readonly entry: string;
    readonly files: string;
  }[];

  test.each(hooks.map((hook) => [hook.id, hook] as const))(
    'the pre-commit hook %s runs when a file that it reads changes',
    (_id, { files: pattern, entry }) => {
      const isTest = entry.endsWith(' test');
      const marks = projectMarkers.filter((mark) => !isTest || !mark.startsWith('modegate.config'));
      const agents = permissionAgents.flatMap(({ places }) => places.project);
      const files = agents
        .filter((place) => !/\.[jt]s$/.test(place))
        .map((place) => place.replace('**/', 'a/').replaceAll('*', 'b'));
      for (const mark of [...marks, ...files, isTest ? 'policy.modes-test.yaml' : defaultLockFile])
        for (const file of [mark, `app/${mark}`]) expect(file).toMatch(new RegExp(pattern));
      for (const file of ['roomodes', 'x.roomodes', 'src/mcp.json', 'package.json'])
        expect(file).not.toMatch(new RegExp(pattern));
      expect(entry).toMatch(/^(scripts\/run-published\.mjs|modegate) (check|test)$/);
    },
  );
});

test('the GitLab template is a header with inputs and one job, and uses each input', () => {
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
