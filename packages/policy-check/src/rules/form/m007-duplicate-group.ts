import { removeItem } from '../../fixes/remove-text.ts';
import type { Fix } from '../../source/finding.ts';
import { writtenGroups } from '../../workspace/mode-groups.ts';
import type { CheckedMode, Workspace } from '../../workspace/workspace.ts';
import { defineRule, example, modeFile } from '../define-rule.ts';

/** M007: a group that is listed twice. */
export const duplicateGroup = defineRule(['M007', 'duplicate-group', 'error', 'default'], {
  summary: 'A mode lists the same group more than once.',
  reason:
    'Roo Code and Zoo Code refuse the whole file, so none of its modes are available. Modegate keeps the mode and applies all limits of the group together, which is rarely intended. If two limits exclude each other, the mode can edit nothing. To allow either of two folders, use one pattern with alternatives, such as `^(docs|notes)/`.',
  bad: example(modeFile('reviewer', 'You review changes.', 'groups:', '  - read', '  - command', '  - read')),
  good: example(modeFile('reviewer', 'You review changes.', 'groups:', '  - read', '  - command')),
  isFixable: true,
  *check(workspace) {
    for (const found of repeats(workspace)) {
      const { mode, group, indexes } = found;
      const [, second = 0, ...others] = indexes;
      const place = (index: number) => mode.file.locate(`${mode.pointer}/groups/${index}`);
      yield {
        message: `Mode '${mode.slug}' lists the group '${group}' ${indexes.length} times. Roo Code and Zoo Code refuse the whole file, while Modegate applies all limits of the group together. Keep one entry.`,
        location: place(second),
        related: [
          { message: 'The first entry.', location: place(indexes[0] ?? 0) },
          ...others.map((index) => ({ message: 'And again.', location: place(index) })),
        ],
        mode: mode.slug,
        fix: removeRepeated(found),
      };
    }
  },
});

interface RepeatedGroup {
  readonly mode: CheckedMode;
  readonly group: string;
  /** Positions of the entries in the mode's list. */
  readonly indexes: readonly number[];
}

/** Returns the repeated groups found during parsing, by mode and group. */
function repeats(workspace: Workspace): readonly RepeatedGroup[] {
  const found = new Map<string, RepeatedGroup>();
  for (const { problem } of workspace.fileProblems('M007')) {
    const { file, pointer } = problem.location;
    const mode = workspace.modeAt(file, pointer);
    const groups = mode && groupNames(mode);
    const group = groups?.[Number(pointer.slice(pointer.lastIndexOf('/') + 1))];
    if (mode === undefined || groups === undefined || group === undefined) continue;
    const indexes = groups.flatMap((name, index) => (name === group ? [index] : []));
    found.set(`${file}\n${mode.pointer}\n${group}`, { mode, group, indexes });
  }
  return [...found.values()];
}

function groupNames(mode: CheckedMode): readonly (string | undefined)[] {
  return writtenGroups(mode).map((entry) => {
    const name: unknown = Array.isArray(entry) ? entry[0] : entry;
    return typeof name === 'string' ? name : undefined;
  });
}

/**
 * If none of the repeated entries has a restriction, all but one can be removed; otherwise, only the author can decide.
 */
function removeRepeated({ mode, group, indexes }: RepeatedGroup): Fix | undefined {
  const { file, pointer } = mode;
  const groups = writtenGroups(mode);
  if (indexes.some((index) => groups[index] !== group)) return undefined;
  const edits = indexes.slice(1).map((index) => removeItem(file, `${pointer}/groups/${index}`));
  const all = edits.filter((edit) => edit !== undefined);
  if (all.length < edits.length) return undefined;
  return { description: `Keep one entry for '${group}'.`, edits: all, isSafe: true };
}
