import { resolvePointer } from '@modegate/json';
import { bobGroups, isBobFile } from '@modegate/mode-core/modes';
import type { FoundProblem } from '../../source/finding.ts';
import { defineRule, example, modeFile, modesText } from '../define-rule.ts';

/** M008: a group that is unknown to every client that uses the format. */
export const unknownGroup = defineRule(['M008', 'unknown-group', 'error', 'default'], {
  summary: 'A mode lists a group that does not exist, or that exists only in another client.',
  reason:
    "Roo Code and Zoo Code refuse the whole file if it lists a group that they do not know. Modegate keeps the mode, and the group grants nothing. IBM Bob has its own groups, and Zoo Code has `web`. These groups are valid in files that only these clients read, and Modegate does not report them in `.bob`. In these files, `execute` counts as `command`, according to Bob's documentation. The permissions of the other groups (`skill`, `todo`, `subagent` and so on) are unknown. `modegate matrix` shows these groups as unknown, and Modegate refuses everything that they might allow.",
  bad: example(modeFile('reviewer', 'You review changes.', 'groups: [read, terminal]')),
  good: example({
    ...modeFile('reviewer', 'You review changes.', 'groups: [read, command]'),
    '.bob/custom_modes.yaml': modesText('planner', 'You plan.', 'groups: [read, todo, skill]'),
  }),
  *check(workspace) {
    for (const { problem, modesFile } of workspace.fileProblems('M008')) {
      const entry = resolvePointer(modesFile?.parsed.document, problem.location.pointer);
      const owner = ownerOf(String(Array.isArray(entry) ? entry[0] : entry));
      if (owner?.isOwnFile(problem.location.file) === true) continue;
      yield owner === undefined ? { ...problem, severity: 'error' } : foreign(problem, owner.name);
    }
  },
});

/** Groups that only one client of the Roo family supports, and the names of that client's files. */
const foreignGroups = [
  { name: 'IBM Bob', groups: bobGroups, isOwnFile: isBobFile },
  { name: 'Zoo Code', groups: ['web'], isOwnFile: (file: string) => file.endsWith('.zoomodes') },
];

function ownerOf(group: string): (typeof foreignGroups)[number] | undefined {
  return foreignGroups.find(({ groups }) => groups.includes(group));
}

function foreign(problem: FoundProblem, client: string): FoundProblem {
  const message = `${problem.message} Only ${client} has a group with this name; Roo Code refuses the file.`;
  return { ...problem, message, severity: 'error' };
}
