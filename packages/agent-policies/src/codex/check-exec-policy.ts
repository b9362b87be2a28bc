import type { MatchedRule } from '../agent-answer.ts';
import type { PermissionFile, PermissionFileProblem } from '../permission-files.ts';
import { type CodexMatchOptions, matchRules } from './match-rules.ts';
import { readCodexRulesFile } from './read-codex-rules-file.ts';

/** Answer from `codex execpolicy check`. */
export interface CodexPolicyCheck {
  /** `nomatch`: no rule matches. `error`: a file cannot be loaded. */
  readonly answer: 'allow' | 'ask' | 'deny' | 'nomatch' | 'error' | 'unknown';
  readonly matched: readonly MatchedRule[];
  readonly problem?: PermissionFileProblem;
}

/**
 * Answers for a command in the same way as `codex execpolicy check` with rules files: nothing is split, and there are
 * no defaults.
 */
export function checkCodexPolicy(
  files: readonly PermissionFile[],
  argv: readonly string[],
  options: CodexMatchOptions,
): CodexPolicyCheck {
  const read = files.map(readCodexRulesFile);
  const fault = read.find((file) => file.fault !== undefined)?.fault;
  if (fault !== undefined) return { answer: 'error', matched: [], problem: fault };
  const unread = read.flatMap((file) => file.unread)[0];
  if (unread !== undefined) return { answer: 'unknown', matched: [], problem: unread };
  const rules = {
    prefixRules: read.flatMap(({ prefixRules }) => prefixRules),
    executables: read.flatMap(({ executables }) => executables).toReversed(),
  };
  const matched = matchRules(argv, rules, options).map(({ source }) => source);
  const strictest = (['deny', 'ask', 'allow'] as const).find((effect) =>
    matched.some((rule) => rule.effect === effect),
  );
  return { answer: strictest ?? 'nomatch', matched };
}
