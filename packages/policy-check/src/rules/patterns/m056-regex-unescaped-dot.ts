import { sampleOf } from '../../regex/regex-sample.ts';
import type { RegexItem, RegexOption } from '../../regex/regex-shape.ts';
import { findEnding } from '../../regex/regex-tail.ts';
import type { FileLimitEntry } from '../../workspace/workspace.ts';
import { defineRule, docsMode, exampleWithRepair } from '../define-rule.ts';
import { insertAtEach, problemOf, rewritePattern, showPattern } from './limit-problem.ts';
import { isMisread } from './m050-regex-invalid.ts';

/** M056: a dot that matches any character. */
export const regexUnescapedDot = defineRule(['M056', 'regex-unescaped-dot', 'warning', 'default'], {
  summary: 'The dot before a file extension has no backslash, so it matches any character.',
  reason:
    'In a regular expression, `.` matches any character. `.md$` matches `notes.md`, but also `cmd` and `notes/amd`. With a backslash, it matches only a dot.',
  ...exampleWithRepair(docsMode("'.md$'"), { "'.md$'": "'\\.md$'" }),
  isFixable: true,
  *check(workspace) {
    for (const limit of workspace.fileLimits()) {
      const { compiled, pattern, mode, shape } = limit;
      if (!compiled.ok || isMisread(limit)) continue;
      const dots = bareDots(shape);
      const evidence = dots.map(({ path }) => sampleOf(path, pattern)).find(compiled.test);
      if (evidence === undefined) continue;
      const message = `The dot before the file extension in the pattern ${showPattern(pattern)} of mode '${mode.slug}' matches any character, so it also matches '${evidence}'.`;
      yield problemOf(limit, message, escapeDots(limit, dots));
    }
  },
});

interface BareDot {
  /** The alternatives that lead to the dot. */
  readonly path: readonly RegexOption[];
  readonly offset: number;
}

/**
 * Finds dots before a file extension in the pattern's alternatives, and in those of any groups at the ends of these
 * alternatives.
 */
function bareDots(options: readonly RegexOption[], outer: readonly RegexOption[] = []): readonly BareDot[] {
  return options.flatMap((option) => {
    const path = [...outer, option];
    const dot: RegexItem | undefined = option.items[findEnding(option) ?? -1];
    const inner = option.items.filter(({ kind }) => kind !== 'end').at(-1);
    const own = dot?.kind === 'dot' ? [{ path, offset: dot.start }] : [];
    return [...own, ...(inner?.kind === 'group' && inner.max === 1 ? bareDots(inner.options ?? [], path) : [])];
  });
}

function escapeDots(limit: FileLimitEntry, dots: readonly BareDot[]) {
  const offsets = dots.map(({ offset }) => offset);
  const pattern = insertAtEach(limit.pattern, offsets, '\\');
  return rewritePattern(limit, pattern, { description: "Write '\\.'.", isSafe: true });
}
