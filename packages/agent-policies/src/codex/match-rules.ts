import { joinPath } from '../paths.ts';
import type { CodexPrefixRule, CodexRulesFile } from './codex-rules.ts';

/** Rules of one or more files. */
export type CodexRuleSet = Pick<CodexRulesFile, 'prefixRules' | 'executables'>;

/** Options for matching a program specified by its path. */
export interface CodexMatchOptions {
  /** True if rules for the bare name are used as a fallback. */
  readonly resolve: boolean;
  /** Absolute path of the folder against which relative paths are resolved. */
  readonly cwd: string;
}

/**
 * Returns the rules whose pattern matches the beginning of the command. Rules for a program's path take precedence over
 * those for its bare name.
 */
export function matchRules(
  argv: readonly string[],
  { prefixRules, executables }: CodexRuleSet,
  options: CodexMatchOptions,
): readonly CodexPrefixRule[] {
  const exact = prefixRules.filter((rule) => matchesPrefix(rule, argv));
  const [program = '', ...rest] = argv;
  if (exact.length > 0 || !options.resolve || !program.includes('/')) return exact;
  const path = joinPath(options.cwd, program);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const listed = executables.find((one) => one.name === name);
  if (listed !== undefined && !listed.paths.some((one) => one === path)) return [];
  return prefixRules.filter((rule) => matchesPrefix(rule, [name, ...rest]));
}

function matchesPrefix({ pattern, canonical }: CodexPrefixRule, argv: readonly string[]): boolean {
  return pattern.every((alternatives, index) => {
    const word = argv[index];
    if (word === undefined) return false;
    if (alternatives.includes(word)) return true;
    return canonical && alternatives.some((one) => one.toLowerCase() === word.toLowerCase());
  });
}
