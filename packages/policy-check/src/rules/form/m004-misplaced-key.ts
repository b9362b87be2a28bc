import { compilePattern } from '@modegate/mode-core/patterns';
import { removeField } from '../../fixes/remove-text.ts';
import type { Fix } from '../../source/finding.ts';
import type { CheckedMode } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M004: a restriction that is placed beside the entry that it should restrict. */
export const misplacedKey = defineRule(['M004', 'misplaced-key', 'error', 'default'], {
  summary:
    'A limit is in a place where no client reads it, such as `fileRegex` or `disallowedServers` on the mode instead of in a group or in `mcpRestrictions`.',
  reason:
    'A `fileRegex` on the mode limits nothing in Roo Code and its successors: the mode can edit every file, although its author wrote a limit. Until the limit is moved to a place where it takes effect, Modegate closes everything that the key would limit. It does the same for keys that limit the agents of other clients, such as `tools` or `permission`. For the exact names, see [two tables](../restrictions.md#limits-in-the-wrong-place).',
  ...exampleWithRepair(
    modeFile('docs-writer', 'You write documentation.', 'fileRegex: \\.md$', 'groups:', '  - read', '  - edit'),
    { '    fileRegex: \\.md$\n': '', '      - edit': '      - - edit\n        - fileRegex: \\.md$' },
  ),
  isFixable: true,
  *check(workspace) {
    for (const { problem } of workspace.fileProblems('M004')) {
      const { file, pointer } = problem.location;
      const mode = workspace.modeAt(file, pointer);
      const location = mode?.file.locateKey(pointer) ?? problem.location;
      const fix = pointer.endsWith('/fileRegex') ? mode && moveIntoGroup(mode) : undefined;
      yield { ...problem, location, fix };
    }
  },
});

/** The intention is clear only if the group occurs once and has no restriction. */
function moveIntoGroup({ file, pointer, raw }: CheckedMode): Fix | undefined {
  const { fileRegex, groups } = raw;
  if (typeof fileRegex !== 'string' || !Array.isArray(groups) || !compilePattern(fileRegex).ok) return undefined;
  const edits = (groups as readonly unknown[]).flatMap((group, index) => (group === 'edit' ? [index] : []));
  const [index] = edits;
  if (index === undefined || edits.length > 1 || groups.some((group) => Array.isArray(group) && group[0] === 'edit'))
    return undefined;
  const group = file.spanOf(`${pointer}/groups/${index}`);
  const removal = removeField(file, `${pointer}/fileRegex`);
  if (group === undefined || removal === undefined) return undefined;
  const isJson = /^\uFEFF*\s*\{/.test(file.text);
  const limit = isJson
    ? `["edit", { "fileRegex": ${JSON.stringify(fileRegex)} }]`
    : `[edit, { fileRegex: '${fileRegex.replaceAll("'", "''")}' }]`;
  return {
    description: "Move the limit into the group 'edit'.",
    edits: [{ file: file.file, start: group.start, end: group.end, text: limit }, removal],
    isSafe: true,
  };
}
