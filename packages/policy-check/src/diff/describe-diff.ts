import { formatRule } from '@modegate/mode-core';
import type { PermissionCondition, PermissionRow } from '../matrix/permission-row.ts';
import { formatSubject } from '../matrix/subjects.ts';
import type { ChangeKind, FileLimitChange, PermissionChange, PolicyDiff } from './permission-change.ts';

/** Describes one change in a sentence, with the rule that now applies. */
export function describePermissionChange(kind: ChangeKind, before: PermissionRow, after: PermissionRow): string {
  const what = `${after.mode} ${verbs[kind]} ${formatSubject(after.subject)}`;
  const [first, second] = [describeRow(before), describeRow(after)];
  return `${what}: it was ${first}, and is now ${second} by ${formatRule(after.by)}.`;
}

/**
 * Describes the files to which a change grants or removes access, in sentences that follow the sentence about the
 * change.
 */
export function describeFiles(files: FileLimitChange | undefined): string {
  if (files === undefined) return '';
  const { gained, lost } = files;
  const parts = [
    ...(gained.length === 0 ? [] : [`opens ${listFiles(gained)}`]),
    ...(lost.length === 0 ? [] : [`closes ${listFiles(lost)}`]),
  ];
  return parts.length === 0 ? ' No file in the project is affected.' : ` This ${parts.join(' and ')}.`;
}

/** Describes the differences in sentences, one per mode and kind: `code gains github/delete_repo.` */
export function describeDiff(diff: PolicyDiff): readonly string[] {
  const modes = [...new Set(diff.changes.map(({ mode }) => mode))];
  const added = diff.addedModes.map((mode) => `Mode ${mode} is new.`);
  const removed = diff.removedModes.map((mode) => `Mode ${mode} is gone.`);
  return [...added, ...removed, ...modes.flatMap((mode) => describeMode(mode, diff.changes))];
}

/** Describes in words the state of a row and its conditions. */
export function describeRow(row: PermissionRow): string {
  if (row.state === 'denied') return 'denied';
  if (row.subject.kind === 'group') return 'refused because its effect is unknown';
  const conditions = row.conditions.map(describeCondition);
  const state = stateWords[row.state];
  return conditions.length === 0 ? state : `${state} ${conditions.join(' and ')}`;
}

const stateWords = {
  allowed: 'allowed',
  limited: 'allowed',
  asks: "allowed with a person's consent",
  unknown: 'allowed for some names',
} as const;

function listFiles(files: readonly string[]): string {
  const more = files.length - 5;
  return `${files.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more files` : ''}`;
}

const kinds: readonly ChangeKind[] = ['gained', 'widened', 'changed', 'narrowed', 'lost'];

const verbs: Readonly<Record<ChangeKind, string>> = {
  gained: 'gains',
  lost: 'loses',
  widened: 'has fewer limits on',
  narrowed: 'has more limits on',
  changed: 'has different limits, which may allow more, on',
};

function describeMode(mode: string, changes: readonly PermissionChange[]): readonly string[] {
  return kinds.flatMap((kind) => {
    const subjects = changes.filter((change) => change.mode === mode && change.kind === kind);
    if (subjects.length === 0) return [];
    return [`${mode} ${verbs[kind]} ${subjects.map(({ subject }) => formatSubject(subject)).join(', ')}.`];
  });
}

function describeCondition(condition: PermissionCondition): string {
  switch (condition.kind) {
    case 'files':
      return `for files that match ${condition.pattern}${condition.takesFolders === true ? ', and for folders that contain only such files' : ''}`;
    case 'server-and-tool':
      return 'depending on the server and tool';
    case 'commands':
      return 'depending on the command';
    case 'command-files':
      return 'for files that the mode may access';
    case 'tool-names':
      return describeNames(condition);
    case 'circumstances':
      return `where ${placeWords[condition.of]}: ${JSON.stringify({ schedule: condition.schedule, when: condition.when })}`;
  }
}

const placeWords = {
  mode: 'the conditions of the mode are met',
  commands: 'the command conditions of the mode are met',
  allowedTools: 'the conditions of the entry that allows it are met',
  allowedCommands: 'the conditions of the entry that allows it are met',
  askTools: 'the conditions of the entry that asks about it are met',
  askCommands: 'the conditions of the entry that asks about it are met',
  disallowedTools: 'the conditions of the entry that denies it are not met',
  disallowedCommands: 'the conditions of the entry that denies it are not met',
} as const;

function describeNames(names: Extract<PermissionCondition, { readonly kind: 'tool-names' }>): string {
  const { otherwise, allow, ask = [], deny, denyInAnyCase = [] } = names;
  const parts = [
    ...(allow.length === 0 ? [] : [`allowed for ${allow.join(', ')}`]),
    ...(ask.length === 0 ? [] : [`asks for ${ask.join(', ')}`]),
    ...(deny.length === 0 ? [] : [`denied for ${deny.join(', ')}`]),
    ...(denyInAnyCase.length === 0 ? [] : [`denied for ${denyInAnyCase.join(', ')}, ignoring case`]),
  ];
  return `(${[...parts, `otherwise ${otherwise}`].join('; ')})`;
}
