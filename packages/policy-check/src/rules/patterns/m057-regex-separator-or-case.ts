import { hasExclusion } from '../../regex/regex-shape.ts';
import { defineRule, exampleWithRepair, fileLimit, modeFile } from '../define-rule.ts';
import { problemOf, showPattern } from './limit-problem.ts';

/** M057: a pattern that excludes files, used on a disk that ignores case. */
export const regexSeparatorOrCase = defineRule(['M057', 'regex-separator-or-case', 'info', 'audit'], {
  summary:
    'A file pattern uses a negative lookaround to exclude names, but a different spelling of a name bypasses the exclusion.',
  reason:
    'Patterns are case-sensitive, but the file systems of macOS and Windows are not. On these systems, `^(?!secrets/)` allows `SECRETS/a`, although the file is in the excluded folder. A pattern that states what is allowed is safe: a different spelling does not match and is refused. Separators do not matter: Modegate matches paths with `/` on every system.',
  ...exampleWithRepair(modeFile('coder', 'You write code.', ...fileLimit("'^(?!secrets/|\\.roo)'")), {
    "'^(?!secrets/|\\.roo)'": "'^src/'",
  }),
  *check(workspace) {
    for (const limit of workspace.fileLimits())
      if (limit.shape.some(hasExclusion))
        yield problemOf(
          limit,
          `The pattern ${showPattern(limit.pattern)} of mode '${limit.mode.slug}' states what is not allowed. On a file system that ignores case, a different spelling of the name is allowed.`,
        );
  },
});
