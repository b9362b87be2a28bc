import { compareRows, grantsMore } from '../matrix/compare-rows.ts';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import type { PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';
import { listComparedSubjects } from '../matrix/subjects.ts';
import type { PolicyState } from './policy-state.ts';

/** A project before and after a change. */
export interface ComparedSides<State extends PolicyState = PolicyState> {
  readonly before: State;
  readonly after: State;
}

/**
 * True if, after the change, a mode may do something that a mode (possibly another one) was not allowed to do before
 * the change.
 */
export function isWiderMode(
  { before, after }: ComparedSides,
  { first, second }: { readonly first: string; readonly second: string },
  isAsked: (subject: PermissionSubject) => boolean = () => true,
): boolean {
  const subjects = listComparedSubjects([before, after]).filter(isAsked);
  const [own, other] = [
    permissionMatrix(before.policy, { subjects, modes: [first] }).rows,
    permissionMatrix(after.policy, { subjects, modes: [second] }).rows,
  ];
  return other.some((row, index) => mayBeWider(own[index], row));
}

/** True if a mode may use anything at all. */
export function mayUseSomething({ policy }: PolicyState, mode: string): boolean {
  return permissionMatrix(policy, { modes: [mode] }).rows.some(({ state }) => state !== 'denied');
}

/** Returns the permission that a mode has for one of the agent's tools; undefined if the tool does not exist. */
export function toolRowOf({ policy }: PolicyState, mode: string, tool: string | undefined): PermissionRow | undefined {
  if (tool === undefined) return undefined;
  return permissionMatrix(policy, { modes: [mode], subjects: [{ kind: 'tool', tool }] }).rows[0];
}

/**
 * True if the second row may allow more than the first. Restrictions that cannot be compared are treated as wider,
 * except for a tool whose permission is determined by the rows of the servers.
 */
export function mayBeWider(first: PermissionRow | undefined, second: PermissionRow | undefined): boolean {
  if (second === undefined || second.state === 'denied' || isOfServers(second)) return false;
  if (first === undefined || first.state === 'denied' || grantsMore(first, second)) return true;
  return compareRows(first, second) === 'changed';
}

/**
 * True if this row states only that servers are allowed; the rows of the servers and their tools determine which
 * servers are allowed.
 */
export function isOfServers({ subject, conditions }: PermissionRow): boolean {
  return subject.kind === 'tool' && conditions.some(({ kind }) => kind === 'server-and-tool');
}
