import { createLineIndex } from '@modegate/json';
import type { PermissionFile, PermissionFileProblem } from '../permission-files.ts';
import type { CodexRulesFile } from './codex-rules.ts';
import { type CodexRuleSet, matchRules } from './match-rules.ts';
import { kindOfCall, type PrefixRuleArguments, RuleError, readRuleCall } from './rule-calls.ts';
import { readStarlarkCalls, type StarlarkCall } from './starlark-literals.ts';

/** Reads a file from `rules/`, with all the checks that Codex performs when it loads such a file. */
export function readCodexRulesFile(file: PermissionFile): CodexRulesFile {
  const { calls, faults } = readStarlarkCalls(file.text);
  const lines = createLineIndex(file.text);
  const problemAt = (offset: number, code: string, message: string): PermissionFileProblem => {
    const { line, column } = lines.positionAt(offset);
    const severity = code === 'CODEX_RULES_BROKEN' ? 'error' : 'warning';
    return { code, severity, message, file: file.name, line, column };
  };
  const broken = (offset: number, what: string) =>
    problemAt(
      offset,
      'CODEX_RULES_BROKEN',
      `Codex cannot load this file: ${what}. Codex then uses no rules from any user or project file. Correct this line.`,
    );
  const read = { prefixRules: [], executables: [], networkRules: [] } as Mutable;
  const checks: (() => void)[] = [];
  let fault = faults.filter(({ kind }) => kind === 'syntax').map(({ offset, message }) => broken(offset, message))[0];
  const unread = faults
    .filter(({ kind }) => kind === 'unread')
    .map(({ offset, message }) =>
      problemAt(
        offset,
        'CODEX_RULES_UNREAD',
        `This line contains ${message}. Modegate reads only calls with literal arguments here, so it does not know what Codex does with commands. Write the rules with literal arguments.`,
      ),
    );
  const check = (call: StarlarkCall, action: () => void) => {
    if (fault !== undefined) return;
    try {
      action();
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      fault = broken(call.offset, error.message);
    }
  };
  for (const call of calls) {
    const kind = kindOfCall(call);
    // A statement that was not read may define the function.
    if (kind === 'own' || (kind === 'unknown' && unread.length > 0)) continue;
    const source = { file: file.name, line: lines.positionAt(call.offset).line };
    check(call, () => {
      const one = readRuleCall(call, source);
      if (one.kind === 'prefix_rule') {
        read.prefixRules.push(one.rule);
        checks.push(() =>
          check(call, () => checkExamples(one, { prefixRules: [one.rule], executables: read.executables })),
        );
      } else if (one.kind === 'host_executable') {
        // A later list replaces an earlier one for the same program.
        read.executables = [...read.executables.filter(({ name }) => name !== one.name), one];
      } else read.networkRules.push(one.rule);
    });
  }
  for (const checkOne of checks) checkOne();
  return { path: file.path, name: file.name, ...read, ...(fault && { fault }), unread };
}

type Mutable = { -readonly [Key in 'prefixRules' | 'executables' | 'networkRules']: CodexRulesFile[Key][number][] };

function checkExamples({ match, notMatch }: PrefixRuleArguments, rules: CodexRuleSet): void {
  const matches = (argv: readonly string[]) => matchRules(argv, rules, { resolve: true, cwd: '/' }).length > 0;
  const wrong = notMatch.find(matches);
  if (wrong !== undefined) throw new RuleError(`"${wrong.join(' ')}" in not_match matches the rule`);
  const missed = match.find((argv) => !matches(argv));
  if (missed !== undefined) throw new RuleError(`"${missed.join(' ')}" in match does not match the rule`);
}
