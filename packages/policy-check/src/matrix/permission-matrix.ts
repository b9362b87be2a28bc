import { lazy } from '@modegate/json';
import { type Circumstances, listTools, type Policy } from '@modegate/mode-core';
import { commandEnforcement } from '../commands/enforcement.ts';
import { commandRow } from './command-row.ts';
import type { ServerInventory } from './inventory.ts';
import { type ModeQuestions, mcpRow } from './mcp-row.ts';
import { listModeRules, type RuleSet } from './mode-rules.ts';
import { otherServersRow, otherToolsRow } from './other-row.ts';
import type { PermissionMatrix, PermissionRow, PermissionSubject } from './permission-row.ts';
import { listSubjects, nameSubjects } from './subjects.ts';
import { toolRow } from './tool-row.ts';

/**
 * Options of `permissionMatrix`. By default, the matrix covers every mode and every subject of the policy, and nothing
 * is known about servers or circumstances.
 */
export interface MatrixOptions {
  /**
   * Tools and resources of the servers. Default: unknown, in which case the row for a server's other tools covers all
   * its tools.
   */
  readonly inventory?: readonly ServerInventory[] | undefined;
  /**
   * Circumstances in which the modes are examined. Default: unknown, in which case anything that depends on time or
   * environment is `limited`.
   */
  readonly circumstances?: Circumstances | undefined;
  /** Slugs to examine, including those of modes that the policy does not contain. Default: all modes in the policy. */
  readonly modes?: readonly string[] | undefined;
  /** Subjects to examine. Default: the result of {@link listSubjects}. */
  readonly subjects?: readonly PermissionSubject[] | undefined;
}

/**
 * Determines the permissions of each mode by querying `decide` about each subject. Makes no guesses: the row for
 * unlisted tools is `allowed` or `denied` only if that decision applies to every name.
 */
export function permissionMatrix(policy: Policy, options: MatrixOptions = {}): PermissionMatrix {
  const modes = options.modes ?? policy.modes.map(({ config }) => config.slug);
  const subjects = options.subjects ?? listSubjects(policy, options.inventory);
  const rowsOf = askByMode(policy, subjects, options.circumstances);
  const hasCommands = subjects.some(({ kind }) => kind === 'command' || kind === 'other-commands');
  return {
    modes,
    servers: [...nameSubjects(subjects).keys()],
    rows: modes.flatMap(rowsOf),
    ...(hasCommands ? { commandEnforcement } : {}),
  };
}

/** @internal Builds the rows of one mode at a time, because the rows of a thousand modes take up a lot of memory. */
export function askByMode(
  policy: Policy,
  subjects: readonly PermissionSubject[],
  circumstances: Circumstances = {},
): (mode: string) => readonly PermissionRow[] {
  const named = nameSubjects(subjects);
  // If two modes have the same slug, the first mode takes precedence.
  const groupsOf = new Map(policy.modes.toReversed().map(({ config }) => [config.slug, config.groups]));
  return (mode) => {
    const questions: RowQuestions = {
      policy,
      mode,
      circumstances,
      groups: groupsOf.get(mode) ?? [],
      listedTools: lazy(() => listTools(policy, mode)),
      rules: listModeRules(policy, mode),
      named,
    };
    return subjects.map((subject) => rowOf(subject, questions));
  };
}

interface RowQuestions extends ModeQuestions {
  readonly rules: readonly RuleSet[];
  /** Tools with rows, by server. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
}

function rowOf(subject: PermissionSubject, asked: RowQuestions): PermissionRow {
  const { rules, named } = asked;
  switch (subject.kind) {
    case 'tool':
      return toolRow(subject, asked);
    case 'group':
      return groupRow(subject, asked);
    case 'command':
    case 'other-commands':
      return commandRow(subject, asked);
    case 'mcp-tool':
    case 'mcp-resources':
      return mcpRow(subject, asked, rules);
    case 'mcp-other-tools':
      return otherToolsRow(subject, asked, { rules, named: named.get(subject.server) ?? new Set() });
    case 'mcp-other-servers':
      return otherServersRow(subject, asked, { rules, named: new Set(named.keys()) });
  }
}

/**
 * Returns the row for a group whose contents are known only to its client. The group grants nothing here, but may grant
 * something in the client.
 */
function groupRow(
  subject: Extract<PermissionSubject, { readonly kind: 'group' }>,
  { policy, mode }: { readonly policy: Policy; readonly mode: string },
): PermissionRow {
  const by = policy.modes.find(({ config }) => config.slug === mode)?.unknownGroups?.get(subject.group);
  if (by !== undefined) return { mode, subject, state: 'unknown', by, conditions: [] };
  const reason = `Mode '${mode}' does not list the group '${subject.group}'.`;
  const required = { layer: 'default', pointer: '/group-required' } as const;
  return { mode, subject, state: 'denied', by: required, code: 'GROUP_MISSING', reason, conditions: [] };
}
