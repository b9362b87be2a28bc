import { getGroupName, toolGroups } from '@modegate/mode-core/modes';
import type { FileLimitEntry } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, fileLimit, modeFile } from '../define-rule.ts';
import { problemOf } from './limit-problem.ts';

/** M058: a file restriction on a group that does not involve files. */
export const regexOnWrongGroup = defineRule(['M058', 'regex-on-wrong-group', 'error', 'default'], {
  summary: 'A `fileRegex` is set on a group other than `edit`.',
  reason:
    'Roo Code and its successors enforce a file limit only on `edit`. They ignore it on any other group, so the mode can read every file or run every command. Modegate also enforces the limit on `read`. If the tools of a group take no file arguments, Modegate refuses every call to these tools.',
  ...exampleWithRepair(modeFile('tester', 'You test.', ...fileLimit("'^test/'", 'command')), { command: 'edit' }),
  *check(workspace) {
    for (const limit of workspace.fileLimits()) {
      if (
        limit.group === 'edit' ||
        limit.pattern === '' ||
        !toolGroups.some((group) => getGroupName(group) === limit.group)
      )
        continue;
      yield describe(limit);
    }
  },
});

function describe(limit: FileLimitEntry) {
  const { group, mode } = limit;
  if (group === 'read') {
    const message = `Mode '${mode.slug}' has a file limit on 'read'. Modegate enforces this limit, but Roo Code and its successors ignore it. In these clients, the mode can read every file.`;
    return { ...problemOf(limit, message), severity: 'warning' as const };
  }
  const message = `Mode '${mode.slug}' has a file limit on '${group}', but the tools of this group take no file arguments. Modegate refuses the whole group, while Roo Code and its successors ignore the limit. Remove the limit or the group.`;
  return problemOf(limit, message);
}
