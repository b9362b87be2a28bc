import { AppError, print } from '@modegate/cli-kit';
import { findPolicyTests, loadPolicyTests } from '@modegate/policy-check/node';
import type { PolicyTestProblem, PolicyTestResult } from '@modegate/policy-check/policy-test';
import { listUntestedModes, runPolicyTests } from '@modegate/policy-check/policy-test';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { addPathKinds } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { exitCodeWithout } from '../project/live/unreachable-servers.ts';
import { loadReadableProject } from '../project/load-project.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';

/** Flags of `modegate test`. */
export interface TestFlags extends SettingsFlags, CircumstanceFlags {
  readonly format?: 'text' | 'json';
}

/** Tests the policy against the expectations of the project. Returns 1 if a test fails, 2 if one cannot be read. */
export async function runTest(paths: readonly string[], flags: TestFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReadableProject(settings);
  const found = paths.length > 0 ? paths : await findPolicyTests(settings, project);
  if (found.length === 0)
    throw new AppError('No tests were found. Expected a file such as policy.modes-test.yaml.', exitCodes.unevaluated);
  const files = await loadPolicyTests(settings, found);
  const cases = files.flatMap((file) => file.cases);
  const problems = files.flatMap((file) => file.problems);
  const asked = await Promise.all(
    cases.map(async (test) => ({ ...test, request: await addPathKinds(project.root, test.request, project.policy) })),
  );
  const results = runPolicyTests(project.policy, asked, {
    circumstances: readCircumstanceFlags(flags),
    inventory: project.inventory,
  });
  const untested = listUntestedModes(project.policy, cases);
  if (flags.format === 'json') print(escapedJson({ version: 1, results: results.map(toJson), problems, untested }, 2));
  else printResults(results, problems, untested);
  if (problems.length > 0) return exitCodes.usage;
  const hasPassed = results.every(({ passed }) => passed);
  return hasPassed ? exitCodeWithout(project.unanswered, exitCodes.clean) : exitCodes.findings;
}

function toJson({ test, passed, message, explanation }: PolicyTestResult): object {
  return { name: test.name, passed, message, place: test.place, decision: explanation.decision };
}

function printResults(
  results: readonly PolicyTestResult[],
  problems: readonly PolicyTestProblem[],
  untested: readonly string[],
): void {
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
