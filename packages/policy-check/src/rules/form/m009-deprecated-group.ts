import { removeItem } from '../../fixes/remove-text.ts';
import type { Fix } from '../../source/finding.ts';
import { exampleWithRepair, type Rule } from '../../workspace/rule.ts';
import type { CheckedMode } from '../../workspace/workspace.ts';

/** M009: the group `browser`. */
export const deprecatedGroup: Rule = {
  id: 'M009',
  name: 'deprecated-group',
  severity: 'info',
  preset: 'strict',
  since: '0.1.0',
  summary: 'A mode lists the group `browser`, which newer clients drop.',
  reason:
    'Roo Code 3.48 and its successors silently remove the group, so the mode has no browser, regardless of what its prompt says. Older versions, legacy Kilo Code and Modegate still support the group. If no client that supports the group reads the file, remove the group. Otherwise, keep the group and turn this rule off.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: tester
            name: Tester
            roleDefinition: You test.
            groups:
              - read
              - browser
      `,
    },
    { '      - browser\n': '' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const mode of workspace.modes) {
      const groups: readonly unknown[] = Array.isArray(mode.raw.groups) ? mode.raw.groups : [];
      for (const [index, group] of groups.entries()) {
        if (group !== 'browser' && !(Array.isArray(group) && group[0] === 'browser')) continue;
        const pointer = `${mode.pointer}/groups/${index}`;
        yield {
          message: `Mode '${mode.slug}' lists the group 'browser', which Roo Code 3.48 and its successors ignore.`,
          location: mode.file.locate(pointer),
          mode: mode.slug,
          fix: groups.length > 1 ? remove(mode, pointer) : undefined,
        };
      }
    }
  },
};

function remove(mode: CheckedMode, pointer: string): Fix | undefined {
  const edit = removeItem(mode.file, pointer);
  // Clients that still support the group would lose a tool.
  return edit && { description: "Remove the group 'browser'.", edits: [edit], isSafe: false };
}
