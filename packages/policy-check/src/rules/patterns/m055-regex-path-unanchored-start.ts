import { sampleOf } from '../../regex/regex-sample.ts';
import type { RegexItem, RegexOption } from '../../regex/regex-shape.ts';
import type { FileLimitEntry } from '../../workspace/workspace.ts';
import { defineRule, docsMode, exampleWithRepair } from '../define-rule.ts';
import { insertAtEach, problemOf, rewritePattern, showPattern } from './limit-problem.ts';
import { isMisread } from './m050-regex-invalid.ts';

/** M055: a pattern whose folder may be anywhere in the path. */
export const regexPathUnanchoredStart = defineRule(['M055', 'regex-path-unanchored-start', 'warning', 'strict'], {
  summary:
    'A file pattern begins with a folder and has no `^`, so it also matches folders with that name anywhere else, and folders whose names end with it.',
  reason:
    'A pattern can match anywhere in the path. `docs/.*` matches `docs/a.md`, but also `src/docs/a.ts` and `mydocs/a.ts`. If the folder may be nested, write `(^|/)docs/`, which makes this explicit and excludes `mydocs`.',
  ...exampleWithRepair(docsMode("'docs/.*'"), { "'docs/.*'": "'^docs/.*'" }),
  isFixable: true,
  *check(workspace) {
    for (const limit of workspace.fileLimits()) {
      const { compiled, pattern, mode, shape } = limit;
      if (!compiled.ok || isMisread(limit)) continue;
      const open = openHeads(shape);
      const evidence = open.map((path) => `other${sampleOf(path, pattern)}`).find(compiled.test);
      if (evidence === undefined) continue;
      const message = `The pattern ${showPattern(pattern)} of mode '${mode.slug}' has no '^' before the folder, so it also matches '${evidence}'.`;
      yield problemOf(limit, message, anchor(limit, open));
    }
  },
});

/** Lists the alternatives that begin with a folder name, each with the alternatives that lead to it. */
function openHeads(
  options: readonly RegexOption[],
  outer: readonly RegexOption[] = [],
): readonly (readonly RegexOption[])[] {
  return options.flatMap((option) => {
    const [first] = option.items;
    const path = [...outer, option];
    if (first?.kind === 'group' && first.min === 1 && first.max === 1) return openHeads(first.options ?? [], path);
    return beginsWithFolder(option.items) ? [path] : [];
  });
}

function beginsWithFolder(items: readonly RegexItem[]): boolean {
  const isPlain = ({ kind, min, max }: RegexItem) => kind === 'literal' && min === 1 && max === 1;
  const end = items.findIndex((item) => !isPlain(item) || item.character === '/');
  return end > 0 && items[end]?.character === '/';
}

function anchor(limit: FileLimitEntry, open: readonly (readonly RegexOption[])[]) {
  const starts = open.map((path) => path.at(-1)?.start ?? 0);
  const pattern = insertAtEach(limit.pattern, starts, '^');
  // A nested folder may be intended, but the fix would exclude it.
  return rewritePattern(limit, pattern, { description: "Add '^'.", isSafe: false });
}
