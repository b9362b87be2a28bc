import { compileNamePattern } from '@modegate/mode-core/patterns';
import { isLiteral } from '../../matrix/names.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import type { RestrictionEntry } from '../../workspace/workspace.ts';
import { findRedundantCommands, indexOf, redundantProblem } from '../commands/redundant-commands.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M027: an entry covered by another entry in the same list. */
export const redundantRule = defineRule(['M027', 'redundant-rule', 'info', 'strict'], {
  summary: 'An entry of a restriction is covered by another entry in the same list.',
  reason:
    'Removing the entry changes nothing, but readers wonder why the entry exists. The problem is worse if the entry depends on a schedule or a condition and the other entry does not. The tool is then always allowed, or always denied, and the condition has no effect. This case is reported as a warning.',
  ...exampleWithRepair(triageMode('mcpRestrictions:', '  allowedServers:', '    - issues-*', '    - issues-europe'), {
    'issues-europe': 'tracker',
  }),
  isFixable: true,
  *check(workspace) {
    const lists = Map.groupBy(
      workspace.restrictionEntries(),
      ({ mode, list }) => `${mode.file.file}\n${mode.pointer}\n${list}`,
    );
    for (const entries of lists.values()) yield* redundantIn(entries);
    yield* findRedundantCommands(workspace);
  },
});

// An entry is compared with at most this many patterns in its list, so that the work grows linearly with the length of
// the list, not quadratically.
const maxPatterns = 50;

function* redundantIn(entries: readonly RestrictionEntry[]): Iterable<FoundProblem> {
  const always = entries.filter(({ isConditional }) => !isConditional);
  const patterns = always
    .filter(({ server, tool }) => !isLiteral(server) || !isLiteral(tool ?? ''))
    .slice(0, maxPatterns);
  const first = new Map<string, RestrictionEntry>();
  for (const entry of always) {
    const key = keyOf(entry);
    if (!first.has(key)) first.set(key, entry);
  }
  for (const entry of entries) {
    if (entry.server.trim() === '' || entry.tool?.trim() === '') continue;
    const same = first.get(keyOf(entry));
    const wider = same !== undefined && same !== entry ? same : patterns.find((pattern) => isWider(pattern, entry));
    if (wider !== undefined) yield redundantProblem(entry, wider, nameOf);
  }
}

function keyOf({ server, tool }: RestrictionEntry): string {
  return JSON.stringify([server, tool]);
}

/**
 * True if one entry includes the other. If two entries have the same meaning, such as `a*` and `a**`, the earlier one
 * is kept.
 */
function isWider(wide: RestrictionEntry, entry: RestrictionEntry): boolean {
  if (keyOf(wide) === keyOf(entry) || !contains(wide, entry)) return false;
  return !contains(entry, wide) || indexOf(wide) < indexOf(entry);
}

function contains(wide: RestrictionEntry, entry: RestrictionEntry): boolean {
  return covers(wide.server, entry.server) && covers(wide.tool ?? '', entry.tool ?? '');
}

/** True if `wide` matches every name that `narrow` matches; both may contain wildcards. */
function covers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const matches = compileNamePattern(wide);
  if (!/[*?]/.test(narrow)) return matches(narrow);
  // A sequence that no pattern contains literally: either empty, or longer than anything `wide` could match without a
  // `*`.
  const long = '\uFFFF'.repeat(wide.length + 1);
  const single = narrow.replaceAll('?', '\uFFFF');
  return matches(single.replaceAll('*', '')) && matches(single.replaceAll('*', long));
}

function nameOf({ server, tool }: RestrictionEntry): string {
  return shown(tool === undefined ? server : `${server}/${tool}`);
}
