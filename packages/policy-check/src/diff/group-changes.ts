import { formatRule } from '@modegate/mode-core';
import { formatSubject } from '../matrix/subjects.ts';
import { describeRow } from './describe-diff.ts';
import type { PermissionChange, PolicyDiff } from './permission-change.ts';

/**
 * Returns the changes in a comparison; changes that make the same statement about several tools of a mode are merged
 * into the first of these changes.
 */
export function groupChanges({ changes }: PolicyDiff): readonly PermissionChange[] {
  const groups = Map.groupBy(changes, ({ kind, mode, before, after, files }) =>
    JSON.stringify([kind, mode, describeRow(before), describeRow(after), formatRule(after.by), files]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const alike = others.map(({ subject }) => formatSubject(subject)).join(', ');
    return [alike === '' ? first : { ...first, message: `${first.message} The same applies to ${alike}.` }];
  });
}
