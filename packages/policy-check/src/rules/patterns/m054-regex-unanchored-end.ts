import { sampleOf } from '../../regex/regex-sample.ts';
import type { RegexOption } from '../../regex/regex-shape.ts';
import { findEnding, openTails } from '../../regex/regex-tail.ts';
import type { FileLimitEntry } from '../../workspace/workspace.ts';
import { defineRule, docsMode, exampleWithRepair } from '../define-rule.ts';
import { insertAtEach, problemOf, rewritePattern, showPattern } from './limit-problem.ts';
import { isMisread } from './m050-regex-invalid.ts';

/** M054: a pattern whose file extension need not be at the end of the path. */
export const regexUnanchoredEnd = defineRule(['M054', 'regex-unanchored-end', 'warning', 'default'], {
  summary: 'A file pattern specifies a file extension without `$`, so it also matches other extensions.',
  reason:
    'A pattern can match anywhere in the path. `\\.md` matches `notes.md`, but also `notes.md.sh` and `notes.mdx`, so a mode for documentation can write scripts.',
  ...exampleWithRepair(docsMode("'\\.md'"), { "'\\.md'": "'\\.md$'" }),
  isFixable: true,
  *check(workspace) {
    for (const limit of workspace.fileLimits()) {
      const { compiled, pattern, mode, shape } = limit;
      if (!compiled.ok || isMisread(limit)) continue;
      const open = openTails(shape).filter((path) => path.slice(-1).some((option) => findEnding(option) !== undefined));
      const evidence = open.map((path) => otherEnding(limit, path)).find((path) => path !== undefined);
      if (evidence === undefined) continue;
      const ends = open.map((path) => path.at(-1)?.end ?? 0);
      const closed = insertAtEach(pattern, ends, '$');
      const fix = rewritePattern(limit, closed, { description: "Add '$'.", isSafe: true });
      const message = `The pattern ${showPattern(pattern)} of mode '${mode.slug}' has no '$' after the file extension, so it also matches '${evidence}'.`;
      yield problemOf(limit, message, fix);
    }
  },
});

/** Returns a path that has another extension but still matches the pattern. */
function otherEnding({ compiled, pattern }: FileLimitEntry, path: readonly RegexOption[]): string | undefined {
  const name = `${sampleOf(path, pattern)}.sh`;
  const named = name.startsWith('.') ? `x${name}` : name;
  return [named, name].find((candidate) => compiled.ok && compiled.test(candidate));
}
