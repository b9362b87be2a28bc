import { resolvePointer } from '@modegate/json';
import { replaceText } from '../../fixes/replace-name.ts';
import type { Fix } from '../../source/finding.ts';
import type { CheckedModesFile } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';

/** M006: a slug that clients do not accept. */
export const invalidSlug = defineRule(['M006', 'invalid-slug', 'error', 'default'], {
  summary:
    'A slug contains characters other than letters, digits and dashes, or is almost the same as a slug in a weaker layer.',
  reason:
    'Roo Code and Zoo Code refuse the whole file. Modegate omits only that mode, because clients do not agree on a name for it. If the slug differs from the slug of another mode only in case, spaces or punctuation, both entries may be meant for the same mode. The other mode then refuses everything. The fix is only a suggestion, because folders such as `rules-<slug>` and prompts may also use the old name.',
  ...exampleWithRepair(
    {
      '.roomodes': `
        customModes:
          - slug: code_reviewer
            name: Reviewer
            roleDefinition: You review changes.
            groups: [read]
      `,
    },
    { code_reviewer: 'code-reviewer' },
  ),
  isFixable: true,
  *check(workspace) {
    const taken = new Set(workspace.modes.map(({ slug }) => slug));
    for (const { problem, modesFile } of workspace.fileProblems('M006'))
      yield { ...problem, fix: modesFile && renameSlug(modesFile, problem.location.pointer, taken) };
  },
});

function renameSlug(file: CheckedModesFile, pointer: string, taken: ReadonlySet<string>): Fix | undefined {
  const given = resolvePointer(file.parsed.document, pointer);
  if (typeof given !== 'string') return undefined;
  const slug = given
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  if (slug === '' || taken.has(slug)) return undefined;
  return replaceText(file, pointer, { text: slug, description: `Rename the mode to '${slug}'.`, isSafe: false });
}
