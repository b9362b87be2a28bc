import { defined } from '@modegate/json';
import { type Circumstances, decide, type Policy } from '@modegate/mode-core';
import { findTool } from '@modegate/mode-core/tools';
import { callParameters } from '../matrix/call-parameters.ts';
import { compareRows } from '../matrix/compare-rows.ts';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import type { PermissionRow, PermissionSubject } from '../matrix/permission-row.ts';
import { listComparedSubjects } from '../matrix/subjects.ts';
import { isOfServers } from './compare-sides.ts';
import { describeFiles, describePermissionChange } from './describe-diff.ts';
import type { FileLimitChange, PermissionChange, PolicyDiff } from './permission-change.ts';
import { comparedSlugs, type PolicyState } from './policy-state.ts';

/** Options of `diffPolicies`. */
export interface DiffOptions {
  readonly circumstances?: Circumstances | undefined;
  /**
   * Files in the project, used to find the files that a changed file restriction allows and denies. Default: patterns
   * are compared as text.
   */
  readonly files?: readonly string[] | undefined;
}

/** Compares what every mode is allowed to do before and after a change, for everything mentioned on either side. */
export function diffPolicies(before: PolicyState, after: PolicyState, options: DiffOptions = {}): PolicyDiff {
  const scope = {
    modes: [...new Set([...comparedSlugs(before), ...comparedSlugs(after)])],
    subjects: listComparedSubjects([before, after]),
    circumstances: options.circumstances,
  };
  const first = permissionMatrix(before.policy, scope).rows;
  const second = permissionMatrix(after.policy, scope).rows;
  const changes = first.flatMap((row, index) => {
    const other = second[index];
    return other === undefined ? [] : compare(row, other, { before, after, options });
  });
  return {
    changes: judgeByRows(changes),
    addedModes: comparedSlugs(after).filter((slug) => !comparedSlugs(before).includes(slug)),
    removedModes: comparedSlugs(before).filter((slug) => !comparedSlugs(after).includes(slug)),
  };
}

/**
 * Adjusts changes to tools according to the rows of servers and commands. A tool that calls servers, or that runs
 * commands under rules, grants only what the rows of the servers or commands grant; if they grant nothing, the tool
 * also grants nothing.
 */
function judgeByRows(changes: readonly PermissionChange[]): readonly PermissionChange[] {
  const grants = changes.filter(({ mayGrant, subject }) => mayGrant && subject.kind !== 'tool');
  const granted = new Set(grants.map(({ mode, subject }) => `${mode} ${isCommand(subject)}`));
  return changes.map((change) => {
    const isOfCommands = change.after.conditions.some(({ kind }) => kind === 'commands');
    if (!isOfCommands && !isOfServers(change.after)) return change;
    return granted.has(`${change.mode} ${isOfCommands}`) ? change : { ...change, mayGrant: false };
  });
}

function isCommand({ kind }: PermissionSubject): boolean {
  return kind === 'command' || kind === 'other-commands';
}

interface Sides {
  readonly before: PolicyState;
  readonly after: PolicyState;
  readonly options: DiffOptions;
}

function compare(before: PermissionRow, after: PermissionRow, sides: Sides): readonly PermissionChange[] {
  const relation = compareRows(before, after);
  if (relation === 'equal') return [];
  const files = diffFiles(before, after, sides);
  const { mode, subject } = after;
  const mayGrant = relation !== 'lost' && relation !== 'narrowed';
  const message = `${describePermissionChange(relation, before, after)}${describeFiles(files)}`;
  return [{ kind: relation, mode, subject, before, after, mayGrant, message, ...defined({ files }) }];
}

/**
 * Finds the project files that a changed file restriction allows and denies; returns undefined if the change does not
 * concern files.
 */
function diffFiles(before: PermissionRow, after: PermissionRow, sides: Sides): FileLimitChange | undefined {
  const { subject, mode } = after;
  const { files, circumstances = {} } = sides.options;
  if (files === undefined || subject.kind !== 'tool') return undefined;
  const tool = findTool(subject.tool);
  if (tool?.paths === undefined || ![before, after].some(hasFileLimit)) return undefined;
  const may = (policy: Policy, file: string) =>
    decide(policy, {
      ...circumstances,
      mode,
      tool: tool.name,
      params: callParameters(tool, [file]),
      pathKinds: { [file]: 'file' },
    }).allowed;
  const judged = files.map((file) => ({
    file,
    before: may(sides.before.policy, file),
    after: may(sides.after.policy, file),
  }));
  return {
    gained: judged.filter((entry) => entry.after && !entry.before).map(({ file }) => file),
    lost: judged.filter((entry) => entry.before && !entry.after).map(({ file }) => file),
  };
}

function hasFileLimit(row: PermissionRow): boolean {
  return row.conditions.some(({ kind }) => kind === 'files');
}
