import { removeItem } from '../../fixes/remove-text.ts';
import { writtenGroups } from '../../workspace/mode-groups.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M009: the group `browser`. */
export const deprecatedGroup = defineRule(['M009', 'deprecated-group', 'info', 'strict'], {
  summary: 'A mode lists the group `browser`, which newer clients drop.',
  reason:
    'Roo Code 3.48 and later versions, and the clients based on them, silently remove the group, so the mode has no browser, regardless of what its prompt says. Older versions, legacy Kilo Code and Modegate still support the group. If no client that supports the group reads the file, remove the group. Otherwise, keep the group and turn this rule off.',
  ...exampleWithRepair(modeFile('tester', 'You test.', 'groups:', '  - read', '  - browser'), {
    '      - browser\n': '',
  }),
  isFixable: true,
  *check(workspace) {
    for (const mode of workspace.modes) {
      const groups = writtenGroups(mode);
      for (const [index, group] of groups.entries()) {
        if (group !== 'browser' && !(Array.isArray(group) && group[0] === 'browser')) continue;
        const pointer = `${mode.pointer}/groups/${index}`;
        // Clients that still support the group would lose a tool.
        const edit = groups.length > 1 ? removeItem(mode.file, pointer) : undefined;
        const message = `Mode '${mode.slug}' lists the group 'browser', which Roo Code 3.48 and later versions, and the clients based on them, ignore.`;
        const fix = edit && { description: "Remove the group 'browser'.", edits: [edit], isSafe: false };
        yield { message, location: mode.file.locate(pointer), mode: mode.slug, fix };
      }
    }
  },
});
