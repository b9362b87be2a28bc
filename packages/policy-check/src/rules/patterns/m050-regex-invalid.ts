import type { RegexItem, RegexOption } from '../../regex/regex-shape.ts';
import type { Fix, FoundProblem } from '../../source/finding.ts';
import type { FileLimitEntry } from '../../workspace/workspace.ts';
import { defineRule, docsMode, exampleWithRepair } from '../define-rule.ts';
import { globToPattern, looksLikeGlob } from './glob-pattern.ts';
import { problemOf, rewritePattern, showPattern } from './limit-problem.ts';

/** M050: a pattern that is not a regular expression, or not the one that was intended. */
export const regexInvalid = defineRule(['M050', 'regex-invalid', 'error', 'default'], {
  summary: 'A file pattern does not compile, is a glob, or is escaped twice, so it does not match the intended files.',
  reason:
    'A `fileRegex` is a JavaScript regular expression. If the expression does not compile, Roo Code and Zoo Code refuse the whole file, and in Modegate the group allows no files. Modegate also refuses back references and inline modifiers, because they cannot be matched in bounded time. A glob such as `docs/*.md` can compile, but it means something else. A pattern copied from JSON into YAML keeps its doubled backslashes: `\\\\.md$` requires a backslash in the path. Paths contain no backslashes, so the mode cannot edit anything. Modegate matches paths with `/`, and Roo Code uses paths as the model writes them.',
  ...exampleWithRepair(docsMode("'**/*.md'"), { "'**/*.md'": "'\\.md$'" }),
  isFixable: true,
  *check(workspace) {
    for (const limit of workspace.fileLimits()) {
      const problem = isGlob(limit) ? reportGlob(limit) : (reportFailure(limit) ?? reportBackslash(limit));
      if (problem !== undefined) yield problem;
    }
  },
});

/** True if M050 reports a pattern, so that other rules do not have to. */
export function isMisread(limit: FileLimitEntry): boolean {
  return !limit.compiled.ok || isGlob(limit) || limit.shape.some(hasDeadPart);
}

function isGlob({ pattern }: FileLimitEntry): boolean {
  return looksLikeGlob(pattern);
}

function reportGlob(limit: FileLimitEntry): FoundProblem {
  const pattern = globToPattern(limit.pattern);
  const fix = rewritePattern(limit, pattern, { description: `Write it as ${showPattern(pattern)}.`, isSafe: true });
  const what = limit.compiled.ok
    ? 'as a regular expression, it means something else'
    : 'it is not a regular expression';
  const message = `The pattern ${showPattern(limit.pattern)} of mode '${limit.mode.slug}' is a glob; ${what}. Write ${showPattern(pattern)}.`;
  return problemOf(limit, message, fix);
}

function reportFailure(limit: FileLimitEntry): FoundProblem | undefined {
  const { compiled, pattern, mode, group } = limit;
  if (compiled.ok || compiled.code === 'PATTERN_TOO_LARGE') return undefined;
  const why = compiled.message.replace(/^The pattern /, '');
  const message = `The pattern ${showPattern(pattern)} of mode '${mode.slug}' ${why}. Until the pattern is corrected, the group '${group}' allows no files.`;
  return problemOf(limit, message);
}

/**
 * Even a single alternative that cannot match any path is an error, because the files that it is meant to match cannot
 * be edited.
 */
function reportBackslash(limit: FileLimitEntry): FoundProblem | undefined {
  if (!limit.shape.some(hasDeadPart)) return undefined;
  const what = limit.shape.every(isDead) ? 'so it matches no path' : 'so part of it matches no path';
  const message = `The pattern ${showPattern(limit.pattern)} of mode '${limit.mode.slug}' requires a backslash in the path, but paths contain no backslashes, ${what}.`;
  const fix = unescapeOnce(limit);
  const hint = fix === undefined ? "Paths are written with '/'." : 'Its backslashes are doubled.';
  return problemOf(limit, `${message} ${hint}`, fix);
}

/** True if an alternative cannot match any path because it requires a backslash. */
function isDead({ items }: RegexOption): boolean {
  return items.some(
    (item) => item.min > 0 && (isBackslash(item) || (item.kind === 'group' && (item.options ?? []).every(isDead))),
  );
}

function hasDeadPart(option: RegexOption): boolean {
  return isDead(option) || option.items.some((item) => item.kind === 'group' && (item.options ?? []).some(hasDeadPart));
}

function isBackslash({ kind, character }: RegexItem): boolean {
  return kind === 'literal' && character === '\\';
}

/** Only if every backslash in the pattern is doubled is it certain that the pattern was escaped once too often. */
function unescapeOnce(limit: FileLimitEntry): Fix | undefined {
  const isDoubled = /^(?:[^\\]|\\\\[.\-/dwsDWSbB()[\]$^+*?|{}](?![*+?{]))*$/.test(limit.pattern);
  if (!isDoubled) return undefined;
  const pattern = limit.pattern.replaceAll('\\\\', '\\');
  return rewritePattern(limit, pattern, { description: 'Write each backslash once.', isSafe: true });
}
