import type { RuleReference } from '@modegate/mode-core';
import type { PermissionRow } from '../matrix/permission-row.ts';

/** The access that an agent has to one subject in a mode. */
export type ExportedAccess =
  | { readonly state: 'open'; readonly by: RuleReference }
  | { readonly state: 'limited'; readonly by: RuleReference; readonly pattern: string }
  | {
      readonly state: 'closed';
      readonly by: RuleReference;
      /** The reason why the subject is denied although the mode allows part of it. */
      readonly lost?: string;
    };

/** Converts a matrix row into an agent's access, for a file that cannot express conditions on time or branch. */
export function toExportedAccess({ state, by, conditions }: PermissionRow): ExportedAccess {
  if (state === 'allowed') return { state: 'open', by };
  if (state === 'denied') return { state: 'closed', by };
  if (state === 'asks') return { state: 'closed', by, lost: consent };
  if (conditions.some(({ kind }) => kind === 'commands')) return { state: 'closed', by, lost: commands };
  const patterns = conditions.flatMap((condition) => (condition.kind === 'files' ? [condition.pattern] : []));
  const [pattern] = patterns;
  if (patterns.length === conditions.length && patterns.length === 1 && pattern !== undefined)
    return { state: 'limited', by, pattern };
  return { state: 'closed', by, lost: patterns.length > 1 ? severalLimits : circumstances };
}

const consent = 'a person must consent to each call, which a file cannot express in the way that Modegate does';
const commands = 'its command rules judge every program and file in a command, which a file cannot express';
const severalLimits = 'several file limits apply at the same time, and one pattern cannot express that';
const circumstances = 'it depends on the time, the branch or the task, which a file cannot express';

/** Returns the strictest of several kinds of access, for an agent that has a single permission for several subjects. */
export function strictest(accesses: readonly ExportedAccess[]): ExportedAccess {
  const closed = accesses.find(({ state }) => state === 'closed');
  if (closed !== undefined) {
    const isLoss = accesses.some(({ state }) => state !== 'closed');
    return isLoss ? { state: 'closed', by: closed.by, lost: onePermission } : closed;
  }
  const limited = accesses.find(({ state }) => state === 'limited');
  const [first] = accesses;
  if (limited === undefined && first === undefined) throw new RangeError('Expected at least one ExportedAccess.');
  return limited ?? (first as ExportedAccess);
}

const onePermission = 'the agent has one permission for several tools, and the mode does not allow all of them';
