import { findSlowText } from '../../regex/regex-backtracking.ts';
import { defineRule, docsMode, exampleWithRepair } from '../define-rule.ts';
import { problemOf, showPattern } from './limit-problem.ts';

/** M051: a pattern that can block the process. */
export const regexRedos = defineRule(['M051', 'regex-redos', 'error', 'default'], {
  summary:
    'A backtracking matcher can take an extremely long time to match a file pattern against a long path, or the pattern is too large to match.',
  reason:
    'Modegate matches in time proportional to the lengths of the pattern and the path, so it is not affected. It refuses only patterns that are too large. Roo Code and its successors use the JavaScript matcher: with `^(a+)+$`, a single path of thirty letters freezes the editor. The finding shows the test text for which the rule counted the steps.',
  ...exampleWithRepair(docsMode("'^([a-z]+-?)+\\.md$'"), { "'^([a-z]+-?)+\\.md$'": "'^[a-z]+(-[a-z]+)*\\.md$'" }),
  *check(workspace) {
    const tried = new Map<string, string | undefined>();
    for (const limit of workspace.fileLimits()) {
      const { compiled, mode, pattern, shape } = limit;
      const name = `The pattern ${showPattern(pattern)} of mode '${mode.slug}'`;
      if (!compiled.ok) {
        if (compiled.code === 'PATTERN_TOO_LARGE')
          yield problemOf(
            limit,
            `${name} ${compiled.message.replace(/^The pattern /, '')}. The pattern allows no files.`,
          );
        continue;
      }
      if (!tried.has(pattern)) tried.set(pattern, findSlowText(shape, pattern));
      const text = tried.get(pattern);
      if (text !== undefined)
        yield problemOf(
          limit,
          `${name} can take an extremely long time to match in Roo Code and its successors. To test the pattern, use ${showPattern(text)} followed by a character that does not match.`,
        );
    }
  },
});
