import { hasExclusion } from '../../regex/regex-shape.ts';
import { defineRule, exampleWithRepair, fileLimit, modeFile } from '../define-rule.ts';
import { problemOf, showPattern } from './limit-problem.ts';
import { isMisread } from './m050-regex-invalid.ts';

/** M052: a file restriction that restricts nothing. */
export const regexMatchesEverything = defineRule(['M052', 'regex-matches-everything', 'warning', 'default'], {
  summary: 'A file pattern matches every file.',
  reason:
    'The entry looks like a limit to a reviewer, but it limits nothing. An empty pattern is not a limit either. Remove the pattern, or write the limit that you intend.',
  ...exampleWithRepair(
    modeFile('docs-writer', 'You write documentation.', ...fileLimit("'.*'"), '      description: Documentation'),
    { "'.*'": "'^docs/.*\\.md$'" },
  ),
  *check(workspace) {
    for (const limit of workspace.fileLimits()) {
      const { compiled, pattern, mode, group } = limit;
      // The files that the pattern excludes may not be among the samples.
      if (!compiled.ok || isMisread(limit) || limit.shape.some(hasExclusion)) continue;
      if (!samples.every(compiled.test)) continue;
      const what = pattern === '' ? 'An empty pattern' : `The pattern ${showPattern(pattern)}`;
      const message = `${what} limits nothing: the group '${group}' of mode '${mode.slug}' can access every file.`;
      yield problemOf(limit, message);
    }
  },
});

/** Paths that have nothing in common except that they are paths. */
const samples: readonly string[] = ['a', '.env', 'src/a.ts', 'x/y/z/Makefile', 'b-c_d/0 1.tar.gz', 'Ünïcode/日本', '9'];
