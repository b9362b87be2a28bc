import { defineRule, exampleWithRepair, fileLimit, modeFile } from '../define-rule.ts';
import { problemOf, showPattern } from './limit-problem.ts';
import { isMisread } from './m050-regex-invalid.ts';

/** M053: a file restriction that matches no file in the project. */
export const regexMatchesNoFile = defineRule(['M053', 'regex-matches-no-file', 'warning', 'strict'], {
  summary: 'A file pattern matches no files in the project.',
  reason:
    'Usually the pattern is wrong: `^(?!.*(test|spec))\\.(js|ts)$` seems to mean "sources, but no tests" but matches nothing, because between the start and the dot there is no room for a name. The pattern is correct if the mode is meant to create the first matching file. The rule needs the list of the project\'s files.',
  ...exampleWithRepair(
    {
      ...modeFile('coder', 'You write code.', ...fileLimit("'^(?!.*(test|spec))\\.(js|ts)$'")),
      'project-files.txt': `
        src/app.ts
        src/app.test.ts
      `,
    },
    { "'^(?!.*(test|spec))\\.(js|ts)$'": "'^(?!.*(test|spec)).*\\.(js|ts)$'" },
  ),
  *check(workspace) {
    const files = workspace.projectFiles ?? [];
    if (files.length === 0) return;
    const answers = new Map<string, boolean>();
    for (const limit of workspace.fileLimits()) {
      const { compiled, pattern, mode } = limit;
      if (!compiled.ok || limit.mode.file.layer === 'global' || isMisread(limit)) continue;
      const matches = answers.get(pattern) ?? files.some(compiled.test);
      answers.set(pattern, matches);
      if (!matches)
        yield problemOf(
          limit,
          `The pattern ${showPattern(pattern)} of mode '${mode.slug}' matches none of the ${files.length} files in the project.`,
        );
    }
  },
});
