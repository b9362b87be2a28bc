import type { Policy } from '@modegate/mode-core';
import type { PermissionRow, PermissionSubject } from './permission-row.ts';

/**
 * Returns the row of a group whose contents only its client knows: it grants nothing here, but may grant something in
 * the client.
 */
export function groupRow(
  subject: Extract<PermissionSubject, { readonly kind: 'group' }>,
  { policy, mode }: { readonly policy: Policy; readonly mode: string },
): PermissionRow {
  const by = policy.modes.find(({ config }) => config.slug === mode)?.unknownGroups?.get(subject.group);
  if (by !== undefined) return { mode, subject, state: 'unknown', by, conditions: [] };
  const reason = `Mode '${mode}' does not list the group '${subject.group}'.`;
  const required = { layer: 'default', pointer: '/group-required' } as const;
  return { mode, subject, state: 'denied', by: required, code: 'GROUP_MISSING', reason, conditions: [] };
}
