import { type Bypass, diffPolicies, findBypasses } from '@modegate/policy-check/permissions';
import { structuredPatch } from 'diff';
import type { CompiledDraft } from './mode-draft.ts';

/** One line of a text diff; `gap` represents omitted lines. */
export interface DiffLine {
  readonly kind: 'kept' | 'added' | 'removed' | 'gap';
  readonly text: string;
  /** Line number in the old text; absent for an added line. */
  readonly before?: number | undefined;
  /** Line number in the new text; absent for a removed line. */
  readonly after?: number | undefined;
}

/**
 * Returns the lines of the modes file that the draft changes, with three lines around each change; empty if nothing
 * changes.
 */
export function diffText({ opened, text }: CompiledDraft): readonly DiffLine[] {
  return changedLines(opened.project.edited.text, text, 3);
}

/** Returns the lines in which two texts differ, with some lines around each change. */
export function changedLines(before = '', after = '', context = 2): readonly DiffLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context });
  return hunks.flatMap((hunk, index): readonly DiffLine[] => {
    let [old, now] = [hunk.oldStart, hunk.newStart];
    const lines = hunk.lines.flatMap((line): readonly DiffLine[] => {
      const text = line.slice(1);
      if (line.startsWith('+')) return [{ kind: 'added', text, after: now++ }];
      if (line.startsWith('-')) return [{ kind: 'removed', text, before: old++ }];
      return line.startsWith(' ') ? [{ kind: 'kept', text, before: old++, after: now++ }] : [];
    });
    return index === 0 ? lines : [{ kind: 'gap', text: '' }, ...lines];
  });
}

/** Compares the permissions of every mode before and after the draft, as `modegate diff` does. */
export function previewPermissions({ opened, policy }: CompiledDraft) {
  const { offered, files, at, context } = opened.project;
  const circumstances = { at, context };
  const before = { policy: opened.policy, inventory: offered };
  const after = { policy, inventory: offered };
  const known = new Set(findBypasses(opened.policy, { inventory: offered, circumstances }).map(escapeKey));
  return {
    diff: diffPolicies(before, after, { circumstances, files }),
    /** New ways, created by the draft, to bypass a restriction. */
    newEscapes: findBypasses(policy, { inventory: offered, circumstances }).filter(
      (found) => !known.has(escapeKey(found)),
    ),
  };
}

function escapeKey({ kind, mode, through, modes }: Bypass): string {
  return JSON.stringify([kind, mode, through, modes]);
}
