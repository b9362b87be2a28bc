import { fileProblems } from '../file-problem.ts';
import type { Fix } from '../finding.ts';
import { removeItem } from '../remove-text.ts';
import type { Rule } from '../rule.ts';
import type { CheckedMode } from '../workspace.ts';

/** M007: a group that is listed twice. */
export const duplicateGroup: Rule = {
  id: 'M007',
  name: 'duplicate-group',
  severity: 'error',
  persona: 'default',
  since: '0.1.0',
  summary: 'A mode lists the same group more than once.',
  reason:
    'Roo Code and Zoo Code refuse the whole file for it, so that none of its modes exists. Modegate keeps the mode and asks every limit of the group to hold, which is rarely what was meant: two limits that exclude each other leave nothing to edit. One pattern with alternatives, such as `^(docs|notes)/`, says that either will do.',
  bad: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: reviewer\n    name: Reviewer\n    roleDefinition: You review changes.\n    groups:\n      - read\n      - command\n      - read\n',
    },
  },
  good: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: reviewer\n    name: Reviewer\n    roleDefinition: You review changes.\n    groups:\n      - read\n      - command\n',
    },
  },
  isFixable: true,
  *check(workspace) {
    for (const { problem } of fileProblems(workspace, 'M007')) {
      const { file, pointer } = problem.location;
      const mode = workspace.modeAt(file, pointer);
      yield { ...problem, fix: mode && removeRepeated(mode, Number(pointer.slice(pointer.lastIndexOf('/') + 1))) };
    }
  },
};

/** Without limits it does not matter which of two goes; with limits only the author can tell. */
function removeRepeated({ file, pointer, raw }: CheckedMode, index: number): Fix | undefined {
  const groups: readonly unknown[] = Array.isArray(raw.groups) ? raw.groups : [];
  const group = groups[index];
  if (typeof group !== 'string' || groups.indexOf(group) === index) return undefined;
  const edit = removeItem(file, `${pointer}/groups/${index}`);
  return edit && { description: `Remove the second '${group}'.`, edits: [edit], isSafe: true };
}
