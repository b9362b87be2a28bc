import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, installedScript, runScript, startHttpServer } from '@modegate/cli-kit/testing';
import { expect } from 'vitest';
import { builtServer } from './built-server.ts';
import { sampleProject } from './sample-project.ts';

/** One check of a scenario. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The checks of each scenario. */
export type Checks = ReadonlyMap<string, readonly Check[]>;

/** A revision that the suite has a set of scenarios for. */
export type Revision = '2025-11-25' | '2026-07-28';

/** Serves the sample project with the built program, as users start it; `stop` ends it and expects an orderly end. */
export async function serveSampleProject(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const project = createFolder(sampleProject);
  const where = { cwd: project, home: createFolder() };
  const { child, url, ended } = await startHttpServer(
    builtServer,
    ['--global-config-dir', join(project, 'global')],
    where,
  );
  const stop = async () => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  };
  return { url, stop };
}

/** Runs the pinned conformance suite against a server: the whole set of a revision, or one scenario. */
export async function runConformance(
  url: string,
  { scenario, revision = '2025-11-25' }: { readonly scenario?: string; readonly revision?: Revision } = {},
): Promise<Checks> {
  const output = createFolder();
  const which =
    scenario === undefined ? ['--requirements', revision] : ['--scenario', scenario, '--spec-version', revision];
  const { stderr } = await runScript(
    installedScript('@modelcontextprotocol/conformance', 'conformance'),
    ['server', '--url', url, ...which, '-o', output],
    { cwd: output, home: createFolder() },
  );
  const checks = readChecks(output);
  if (checks.size === 0) throw new Error(`The conformance suite wrote nothing: ${stderr}`);
  return checks;
}

/** Expects that a scenario was run, and that nothing in it failed or was warned of but the checks that are left out. */
export function expectPassed(checks: Checks, scenario: string, leftOut: readonly string[] = []): void {
  const found = checks.get(scenario) ?? [];
  const failed = found.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  expect(failed.filter(({ id }) => !leftOut.includes(id))).toEqual([]);
  // A check that is left out and passes belongs to those that must.
  expect(failed.flatMap(({ id }) => (leftOut.includes(id) ? [id] : [])).toSorted()).toEqual([...leftOut].toSorted());
  expect(found.filter((check) => check.status === 'SUCCESS')).not.toEqual([]);
}

/** Expects that every message of every scenario fits the schema of the revision. */
export function expectValidMessages(checks: Checks): void {
  const wire = [...checks.values()].flat().filter((check) => check.id === 'wire-schema-valid');
  expect(wire.length).toBeGreaterThanOrEqual(20);
  expect(wire.filter((check) => check.status !== 'SUCCESS')).toEqual([]);
}

/** A scenario, and the revisions that the suite has it for; none for one of an extension. */
export interface ListedScenario {
  readonly name: string;
  readonly revisions: readonly string[];
}

/** Every scenario that the pinned suite has for one side. */
export async function listScenarios(side: 'Server' | 'Client'): Promise<readonly ListedScenario[]> {
  const { stdout } = await runScript(installedScript('@modelcontextprotocol/conformance', 'conformance'), ['list'], {
    cwd: createFolder(),
    home: createFolder(),
  });
  const section = new RegExp(`^${side} scenarios[^\\n]*\\n((?: {2}- [^\\n]*\\n)*)`, 'mu').exec(stdout)?.[1] ?? '';
  const listed = [...section.matchAll(/^ {2}- (\S+) \[([^\]]*)\]$/gmu)].map(([, name = '', revisions = '']) => ({
    name,
    revisions: revisions.split(',').filter((revision) => revision !== 'extension'),
  }));
  if (listed.length === 0) throw new Error(`The suite lists nothing for a ${side}: ${stdout}`);
  return listed;
}

/** The names of scenarios, with `*` for any text, that docs/eras.md leaves out with a reason; the document decides what is run. */
export function leftOutByDocs(side: 'server' | 'client'): readonly RegExp[] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/eras.md'), 'utf8');
  const section = text.split(`### As a ${side}\n`)[1]?.split('\n### ', 1)[0] ?? '';
  const rows = [...section.matchAll(/^\| (`[^|]*`) \| [^|]{10,} \|$/gmu)].map(([, names = '']) => names);
  const names = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name));
  if (names.length === 0) throw new Error(`docs/eras.md has no table of what is left out as a ${side}.`);
  return names.map((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`));
}

/** The scenarios for clients that are run, each in a revision: logins or all the others. */
export async function clientScenarios(kind: 'logins' | 'others'): Promise<readonly (readonly [string, string])[]> {
  const leftOut = leftOutByDocs('client');
  const listed = await listScenarios('Client');
  expect(leftOut.filter((pattern) => !listed.some(({ name }) => pattern.test(name)))).toEqual([]);
  return listed
    .filter(({ name }) => name.startsWith('auth/') === (kind === 'logins'))
    .filter(({ name }) => !leftOut.some((pattern) => pattern.test(name)))
    .flatMap(({ name, revisions }) =>
      (revisions.length === 0 ? ['extension'] : revisions).map((each) => [name, each] as const),
    );
}

/** Runs the suite's server of one scenario, and a command that uses it as a client; all that is checked has to hold, without a warning. */
export async function expectClientPasses(
  [scenario, revision]: readonly [string, string],
  command: string,
): Promise<void> {
  const version = revision === 'extension' ? [] : ['--spec-version', revision];
  const { stdout, stderr } = await runScript(
    installedScript('@modelcontextprotocol/conformance', 'conformance'),
    ['client', '--scenario', scenario, ...version, '--command', command, '--timeout', '60000'],
    { cwd: createFolder(), home: createFolder() },
  );
  // The suite's own verdict also counts whether tools were there, so only the checks count.
  const found = /Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings/.exec(`${stdout}${stderr}`) ?? [];
  const [, passed, all, failed, warnings] = found;
  expect({ all: Number(all) > 0, passed, failed, warnings }, `${stdout}${stderr}`).toEqual({
    all: true,
    passed: all,
    failed: '0',
    warnings: '0',
  });
}

// The suite writes a folder for each scenario: server-<scenario>-<time>.
function readChecks(output: string): Checks {
  const files = globSync('*/checks.json', { cwd: output });
  return new Map(
    files.map((file) => [
      file.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/s, ''),
      JSON.parse(readFileSync(join(output, file), 'utf8')) as Check[],
    ]),
  );
}
