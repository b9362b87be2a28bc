import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, installedScript, runScript, startHttpServer } from '@modegate/program-shell/testing';
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

/** A scenario for clients, and the revisions that the suite has it for, or `extension`. */
export interface ClientScenario {
  readonly name: string;
  readonly revisions: readonly string[];
}

/** Every scenario for clients that the pinned suite has. */
export async function listClientScenarios(): Promise<readonly ClientScenario[]> {
  const { stdout } = await runScript(installedScript('@modelcontextprotocol/conformance', 'conformance'), ['list'], {
    cwd: createFolder(),
    home: createFolder(),
  });
  const [, clients = ''] = /^Client scenarios[^\n]*\n((?: {2}- [^\n]*\n)*)/mu.exec(stdout) ?? [];
  return [...clients.matchAll(/^ {2}- (\S+) \[([^\]]*)\]$/gmu)].map(([, name = '', revisions = '']) => ({
    name,
    revisions: revisions.split(','),
  }));
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
