import { decide } from '@modegate/mode-core';
import type { PermissionRow } from '../matrix/permission-row.ts';
import { formatSubject } from '../matrix/subjects.ts';
import type { Bypass, BypassCertainty, BypassKind, ModeRows } from './bypass.ts';
import { canWrite } from './can-write.ts';
import { findCommandWays } from './commands/find-command-ways.ts';

/** Finds means of writing files although the mode has file restrictions or has no group that can write. */
export function findFileBypasses(asked: ModeRows): readonly Bypass[] {
  const writing = findTool(asked, 'write_to_file');
  if (writing === undefined) return [];
  if (writing.state === 'allowed') return [...findReading(asked, writing), ...findOwnRules(asked, writing)];
  const isLimited = writing.state === 'limited';
  const byCommand = findCommand(asked, isLimited, writing);
  return [
    ...byCommand,
    ...(byCommand.length === 0 ? findReading(asked, writing) : []),
    ...findMcp(asked, { isLimited, writing, hasCommand: byCommand.some(({ certainty }) => certainty !== 'possible') }),
    ...findOwnRules(asked, writing),
  ];
}

function findTool({ rows }: ModeRows, tool: string): PermissionRow | undefined {
  return rows.find(({ subject }) => subject.kind === 'tool' && subject.tool === tool);
}

function findCommand(asked: ModeRows, isLimited: boolean, writing: PermissionRow): readonly Bypass[] {
  const { mode } = asked;
  return describeCommands(asked, writing, {
    kind: isLimited ? 'file-limit-by-command' : 'read-only-by-command',
    start: isLimited ? `Mode '${mode}' may edit only ${limitWords(writing)}` : `Mode '${mode}' has no group 'edit'`,
    clause: "'execute_command' can write any file",
    remedy: isLimited
      ? "Remove the group 'command', or do not rely on the limit."
      : "Remove the group 'command' if the mode must not write files.",
    ...(isLimited ? { limit: writing.by } : {}),
  });
}

/** Finds a restriction on reading that commands can circumvent. */
function findReading(asked: ModeRows, writing: PermissionRow): readonly Bypass[] {
  const reading = findTool(asked, 'read_file');
  if (reading?.state !== 'limited') return [];
  return describeCommands(asked, writing, {
    kind: 'read-limit-by-command',
    start: `Mode '${asked.mode}' may read only ${limitWords(reading)}`,
    clause: "'execute_command' can read any file",
    remedy: "Remove the group 'command', or do not rely on the limit.",
    limit: reading.by,
  });
}

interface CommandBypass extends Pick<Bypass, 'kind' | 'limit'> {
  readonly start: string;
  /** Clause that describes what commands can do if there are no rules for them, and how to prevent this. */
  readonly clause: string;
  readonly remedy: string;
}

/**
 * Describes how commands circumvent the restriction: one description for all commands, or one for each entry in the
 * command rules.
 */
function describeCommands(
  asked: ModeRows,
  writing: PermissionRow,
  { kind, limit, start, clause, remedy }: CommandBypass,
): readonly Bypass[] {
  const { mode } = asked;
  const command = findTool(asked, 'execute_command');
  const more = limit === undefined ? {} : { limit };
  if (command?.state === 'allowed') {
    const message = `${start}, but ${clause}. ${remedy}`;
    return [
      { kind, mode, message, certainty: 'certain', through: [command.subject], modes: [], by: command.by, ...more },
    ];
  }
  if (command?.conditions.some((condition) => condition.kind === 'commands') !== true) return [];
  return findCommandWays(asked, writing.state === 'denied' ? undefined : limitsOf(writing)).map((way) => ({
    kind,
    mode,
    message: `${start}, but ${way.clause}. ${way.remedy}`,
    certainty: way.certainty,
    through: way.calls.flatMap(({ params: { command: text } }) =>
      text === undefined ? [] : [{ kind: 'command', command: text } as const],
    ),
    modes: [],
    by: way.by,
    ...more,
    calls: way.calls,
  }));
}

interface FileAccess {
  readonly isLimited: boolean;
  readonly writing: PermissionRow;
  readonly hasCommand: boolean;
}

function findMcp(asked: ModeRows, { isLimited, writing, hasCommand }: FileAccess): readonly Bypass[] {
  const { mode } = asked;
  // If commands are unrestricted, a mode is not read-only even without `edit`; one finding is enough to report this.
  if (!isLimited && hasCommand) return [];
  const kind: BypassKind = isLimited ? 'file-limit-by-mcp' : 'read-only-by-mcp';
  const what = isLimited ? `may edit only ${limitWords(writing)}` : "has neither 'edit' nor 'command'";
  return groupWriters(asked).map(({ certainty, rows, by }) => ({
    kind,
    mode,
    message: `Mode '${mode}' ${what}, but it may call ${listSubjects(rows)}, ${writesInWords(certainty, rows.length)}. List the tools that the mode needs in 'allowedTools'.`,
    certainty,
    through: rows.map(({ subject }) => subject),
    modes: [],
    by,
    ...(isLimited ? { limit: writing.by } : {}),
  }));
}

function writesInWords(certainty: BypassCertainty, count: number): string {
  if (certainty === 'possible') return 'whose effects are not known';
  if (certainty === 'certain') return 'which can write according to the server';
  return `which may write, because the server does not mark ${count === 1 ? 'it' : 'them'} as read-only`;
}

interface Writers {
  readonly certainty: BypassCertainty;
  readonly rows: readonly PermissionRow[];
  readonly by: PermissionRow['by'];
}

/** Groups the tools that may be able to write, by certainty and by server. */
function groupWriters({ rows, inventory }: ModeRows): readonly Writers[] {
  const groups = new Map<string, { certainty: BypassCertainty; rows: PermissionRow[]; by: PermissionRow['by'] }>();
  for (const row of rows) {
    // If a person must consent, no restriction can be circumvented.
    const isClosed = row.state === 'denied' || row.state === 'asks';
    const certainty = isClosed ? undefined : canWrite(row.subject, inventory);
    if (certainty === undefined) continue;
    const key = JSON.stringify(['server' in row.subject ? row.subject.server : '', certainty]);
    const group = groups.get(key) ?? { certainty, rows: [], by: row.by };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const ownRules = ['.roomodes', '.roo/mcp.json'] as const;

function findOwnRules(asked: ModeRows, writing: PermissionRow): readonly Bypass[] {
  if (writing.state === 'denied') return [];
  const { policy, mode, circumstances } = asked;
  const open = ownRules.flatMap((path) => {
    const decision = decide(policy, { ...circumstances, mode, tool: 'write_to_file', params: { path } });
    return decision.allowed ? [{ path, by: decision.by }] : [];
  });
  const [first] = open;
  if (first === undefined) return [];
  const message = `Mode '${mode}' may edit ${open.map(({ path }) => `'${path}'`).join(' and ')}, and can therefore change its own rules. Give 'edit' a file limit that excludes these files.`;
  return [
    { kind: 'own-rules', mode, message, certainty: 'certain', through: [writing.subject], modes: [], by: first.by },
  ];
}

function limitWords(row: PermissionRow): string {
  return `files that match ${limitsOf(row).join(' and ')}`;
}

function limitsOf({ conditions }: PermissionRow): readonly string[] {
  return conditions.filter((condition) => condition.kind === 'files').map(({ pattern }) => pattern);
}

function listSubjects(rows: readonly PermissionRow[]): string {
  const names = rows.slice(0, 5).map(({ subject }) => formatSubject(subject));
  const more = rows.length - names.length;
  return `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
