import { formatRule } from '@modegate/mode-core';
import { formatSubject } from '../matrix/subjects.ts';
import { describeRow } from './describe-diff.ts';
import type { PermissionChange, PolicyDiff } from './permission-change.ts';

/** The changes with those of one mode that are alike reported once, in the message of the first. */
export function groupChanges({ changes }: PolicyDiff): readonly PermissionChange[] {
  const groups = new Map<string, PermissionChange[]>();
  for (const change of changes) {
    const { kind, mode, before, after, files } = change;
    const key = JSON.stringify([kind, mode, describeRow(before), describeRow(after), formatRule(after.by), files]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const alike = others.map(({ subject }) => formatSubject(subject)).join(', ');
    return [alike === '' ? first : { ...first, message: `${first.message} The same for ${alike}.` }];
  });
}
