import { AppError, print } from '@modegate/cli-kit';
import { findPolicyTests, loadPolicyTests } from '@modegate/policy-check/node';
import {
  listUntestedModes,
  type PolicyTestFile,
  type PolicyTestProblem,
  type PolicyTestResult,
  type ProfileTestCase,
  type ProfileTestResult,
  runPolicyTests,
} from '@modegate/policy-check/policy-test';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { addPathKinds } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { loadProfiles } from '../profiles/load-profiles.ts';
import { listUntestedProfiles, runProfileTests } from '../profiles/run-profile-tests.ts';
import { usedAgents } from '../profiles/used-agents.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { exitCodeWithout } from '../project/live/unreachable-servers.ts';
import { type LoadedProject, loadReadableProject } from '../project/load-project.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type Settings, type SettingsFlags } from '../settings.ts';

/** Flags for `modegate test`. */
interface TestFlags extends SettingsFlags, CircumstanceFlags {
  readonly format?: 'text' | 'json';
}

/**
 * Tests the policy against the project's expectations. Returns 1 if a test fails, 2 if an expectation cannot be read.
 */
export async function runTest(paths: readonly string[], flags: TestFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReadableProject(settings);
  const found = paths.length > 0 ? paths : await findPolicyTests(settings, project);
  if (found.length === 0)
    throw new AppError('No tests were found. Expected a file such as policy.modes-test.yaml.', exitCodes.unevaluated);
  const files = await loadPolicyTests(settings, found);
  const modes = await testModes(project, files, flags);
  const profiles = await testProfiles(
    settings,
    files.flatMap(({ profileCases }) => profileCases),
  );
  const outcome: Outcome = {
    results: [...modes.results, ...profiles.results],
    problems: [...files.flatMap(({ problems }) => problems), ...profiles.problems],
    untested: [...modes.untested, ...profiles.untested],
  };
  if (flags.format === 'json')
    print(escapedJson({ version: 1, ...outcome, results: outcome.results.map(({ shown }) => shown) }, 2));
  else printOutcome(outcome);
  if (outcome.problems.length > 0) return exitCodes.usage;
  const hasPassed = outcome.results.every(({ passed }) => passed);
  return hasPassed ? exitCodeWithout(project.unanswered, exitCodes.clean) : exitCodes.findings;
}

interface Outcome {
  readonly results: readonly TestResult[];
  readonly problems: readonly PolicyTestProblem[];
  readonly untested: readonly string[];
}

type TestResult = Pick<PolicyTestResult | ProfileTestResult, 'test' | 'passed' | 'message'> & {
  /** The result in the form used for JSON output. */
  readonly shown: object;
};

async function testModes(
  project: LoadedProject,
  files: readonly PolicyTestFile[],
  flags: TestFlags,
): Promise<Pick<Outcome, 'results' | 'untested'>> {
  const cases = files.flatMap((file) => file.cases);
  const asked = await Promise.all(
    cases.map(async (test) => ({ ...test, request: await addPathKinds(project.root, test.request, project.policy) })),
  );
  const results = runPolicyTests(project.policy, asked, {
    circumstances: readCircumstanceFlags(flags),
    inventory: project.inventory,
  });
  return {
    results: results.map(({ explanation: { decision }, ...one }) => ({ ...one, shown: { ...shownOf(one), decision } })),
    untested: listUntestedModes(project.policy, cases),
  };
}

async function testProfiles(
  { place: { root, repository } }: Settings,
  cases: readonly ProfileTestCase[],
): Promise<Outcome> {
  const loaded = await loadProfiles({ root: repository, withUser: false, onlyTracked: true });
  const outcomes = await runProfileTests(loaded, cases);
  const results = outcomes.flatMap((one) => ('result' in one ? [one] : []));
  const tested = new Set(results.map(({ profile }) => profile));
  return {
    results: results.map(({ result, effect }) => ({ ...result, shown: { ...shownOf(result), effect } })),
    problems: outcomes.flatMap((one) => ('problem' in one ? [one.problem] : [])),
    untested: root === repository ? listUntestedProfiles(usedAgents(loaded), tested) : [],
  };
}

function shownOf({ test, passed, message }: Omit<TestResult, 'shown'>): object {
  return { name: test.name, passed, message, place: test.place };
}

function printOutcome({ results, problems, untested }: Outcome): void {
  for (const { file, line, column, message } of problems)
    print(escapeControls(`${file}:${line}:${column}: ${message}`));
  const failed = results.filter(({ passed }) => !passed);
  for (const { test, message } of failed) {
    const { file, line, column } = test.place;
    print(`${styledAs('error', '✗')} ${escapeControls(`${file}:${line}:${column} ${test.name}`)}`);
    print(`  ${escapeControls(message)}`);
  }
  if (untested.length > 0) print(styledAs('faint', escapeControls(`Not covered by a test: ${untested.join(', ')}`)));
  const passed = results.length - failed.length;
  const summary = `${passed} passed, ${failed.length} failed${problems.length > 0 ? `, ${problems.length} unreadable` : ''}`;
  print(styledAs(failed.length + problems.length > 0 ? 'error' : 'success', summary));
}
