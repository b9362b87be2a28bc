import { decide } from '@modegate/mode-core';
import type { PermissionRow } from '../matrix/permission-row.ts';
import { formatSubject } from '../matrix/subjects.ts';
import type { Bypass, BypassCertainty, BypassKind, ModeRows } from './bypass.ts';
import { canWrite } from './can-write.ts';

/** Finds ways to write files although the mode limits its files or has no group that writes. */
export function findFileBypasses(asked: ModeRows): readonly Bypass[] {
  const writing = findTool(asked, 'write_to_file');
  if (writing === undefined) return [];
  if (writing.state === 'allowed') return [...findReading(asked), ...findOwnRules(asked, writing)];
  const isLimited = writing.state === 'limited';
  return [
    ...findCommand(asked, isLimited, writing),
    ...findMcp(asked, isLimited, writing),
    ...findOwnRules(asked, writing),
  ];
}

function findTool({ rows }: ModeRows, tool: string): PermissionRow | undefined {
  return rows.find(({ subject }) => subject.kind === 'tool' && subject.tool === tool);
}

function findCommand(asked: ModeRows, isLimited: boolean, writing: PermissionRow): readonly Bypass[] {
  const command = findTool(asked, 'execute_command');
  if (command?.state !== 'allowed') return [];
  const { mode } = asked;
  const message = isLimited
    ? `Mode '${mode}' may edit only ${limitWords(writing)}, but 'execute_command' can write any file. Remove the group 'command', or do not rely on the limit.`
    : `Mode '${mode}' has no group 'edit', but 'execute_command' can write any file. Remove the group 'command' if the mode must not write files.`;
  return [
    {
      kind: isLimited ? 'file-limit-by-command' : 'read-only-by-command',
      mode,
      message,
      certainty: 'certain',
      through: [command.subject],
      modes: [],
      by: command.by,
      ...(isLimited ? { limit: writing.by } : {}),
    },
  ];
}

/** Finds a limit on reading in a mode without a limit on writing. */
function findReading(asked: ModeRows): readonly Bypass[] {
  const { mode } = asked;
  const reading = findTool(asked, 'read_file');
  const command = findTool(asked, 'execute_command');
  if (reading?.state !== 'limited' || command?.state !== 'allowed') return [];
  const message = `Mode '${mode}' may read only ${limitWords(reading)}, but 'execute_command' can read any file. Remove the group 'command', or do not rely on the limit.`;
  return [
    {
      kind: 'read-limit-by-command',
      mode,
      message,
      certainty: 'certain',
      through: [command.subject],
      modes: [],
      by: command.by,
      limit: reading.by,
    },
  ];
}

function findMcp(asked: ModeRows, isLimited: boolean, writing: PermissionRow): readonly Bypass[] {
  const { mode } = asked;
  // With `command`, a mode is not read-only even without `edit`; one finding is enough to say so.
  if (!isLimited && findTool(asked, 'execute_command')?.state === 'allowed') return [];
  const kind: BypassKind = isLimited ? 'file-limit-by-mcp' : 'read-only-by-mcp';
  const what = isLimited ? `may edit only ${limitWords(writing)}` : "has neither 'edit' nor 'command'";
  return groupWriters(asked).map(({ certainty, rows, by }) => ({
    kind,
    mode,
    message: `Mode '${mode}' ${what}, but it may call ${listSubjects(rows)}, ${writesInWords(certainty, rows.length)}. List the tools it needs in 'allowedTools'.`,
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
  return `which may write, as the server does not mark ${count === 1 ? 'it' : 'them'} as read-only`;
}

interface Writers {
  readonly certainty: BypassCertainty;
  readonly rows: readonly PermissionRow[];
  readonly by: PermissionRow['by'];
}

/** Groups the tools that may write by certainty and server. */
function groupWriters({ rows, inventory }: ModeRows): readonly Writers[] {
  const groups = new Map<string, { certainty: BypassCertainty; rows: PermissionRow[]; by: PermissionRow['by'] }>();
  for (const row of rows) {
    // Where a person must consent, nobody gets around anything.
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
  const message = `Mode '${mode}' may edit ${open.map(({ path }) => `'${path}'`).join(' and ')}, and so can change its own rules. Give 'edit' a file limit that excludes these files.`;
  return [
    { kind: 'own-rules', mode, message, certainty: 'certain', through: [writing.subject], modes: [], by: first.by },
  ];
}

function limitWords(row: PermissionRow): string {
  const limits = row.conditions.flatMap((condition) => (condition.kind === 'files' ? [condition.pattern] : []));
  return `files that match ${limits.join(' and ')}`;
}

function listSubjects(rows: readonly PermissionRow[]): string {
  const names = rows.slice(0, 5).map(({ subject }) => formatSubject(subject));
  const more = rows.length - names.length;
  return `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
