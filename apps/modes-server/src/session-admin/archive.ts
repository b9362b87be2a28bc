import { AppError } from '@modegate/cli-kit';
import { isJsonObject } from '@modegate/json';
import { findSessionProblem, type Session } from '@modegate/session-store';
import { readFileLines } from '../audit-report/read-lines.ts';

/**
 * A session archive consists of JSON Lines: a header, one line per session, and a last line with the number of
 * sessions, which makes a truncated file detectable. A changed format gets a new version.
 */
const archiveType = 'modegate-sessions';
const archiveVersion = 1;

/** Returns the first line of an archive. */
export function headerLine(exportedAt: Date): string {
  return JSON.stringify({ type: archiveType, version: archiveVersion, exportedAt: exportedAt.toISOString() });
}

/** Returns the line for a session. */
export function sessionLine(session: Session): string {
  return JSON.stringify({ type: 'session', session });
}

/** Returns the last line of an archive. */
export function endLine(sessions: number): string {
  return JSON.stringify({ type: 'end', sessions });
}

/** A session in an archive. */
export interface ArchivedSession {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly session: Session;
}

/**
 * Yields the sessions in an archive, checking each line; if the name ends in `.gz`, the file is read as compressed.
 *
 * @throws {AppError} exit code 1 for the first invalid line; the message contains the line number and the field.
 */
export async function* readArchive(file: string, name: string): AsyncGenerator<ArchivedSession> {
  const lineOfId = new Map<string, number>();
  let line = 0;
  let hasEnded = false;
  const refuse = (problem: string): never => {
    throw new AppError(`${name}:${line}: ${problem} Nothing was imported.`, 1);
  };
  for await (const text of readFileLines(file, { keepsEmpty: true })) {
    line++;
    if (hasEnded) refuse('Nothing may follow the last line, which has the type "end".');
    const record = readRecord(text, refuse);
    if (line === 1) checkHeader(record, refuse);
    else if (record.type === 'end') {
      if (record.sessions !== lineOfId.size)
        refuse(`sessions must be ${lineOfId.size}, the number of sessions above, but it is ${shown(record.sessions)}.`);
      hasEnded = true;
    } else {
      const session = checkSession(record, refuse);
      const first = lineOfId.get(session.id);
      if (first !== undefined) refuse(`session.id is the same as on line ${first}.`);
      lineOfId.set(session.id, line);
      yield { line, session };
    }
  }
  line++;
  if (!hasEnded)
    refuse(
      line === 1
        ? 'The file is empty.'
        : 'The last line, which has the type "end", is missing: the file was cut short.',
    );
}

type Refuse = (problem: string) => never;

type ArchiveRecord = Readonly<Record<string, unknown>>;

function readRecord(text: string | undefined, refuse: Refuse): ArchiveRecord {
  if (text === undefined) return refuse('The line is longer than any session can be.');
  if (text.trim() === '') return refuse('The line is empty.');
  try {
    const record: unknown = JSON.parse(text);
    if (isJsonObject(record)) return record;
  } catch {
    return refuse('The line is not JSON.');
  }
  return refuse('The line must be a JSON object.');
}

function checkHeader({ type, version }: ArchiveRecord, refuse: Refuse): void {
  if (type !== archiveType)
    refuse(`type must be "${archiveType}", but it is ${shown(type)}: this is not a session export.`);
  if (version === archiveVersion) return;
  const newer =
    typeof version === 'number' && version > archiveVersion
      ? ' The file was written by a later version of Modegate.'
      : '';
  refuse(`version must be ${archiveVersion}, but it is ${shown(version)}.${newer}`);
}

function checkSession(record: ArchiveRecord, refuse: Refuse): Session {
  if (record.type !== 'session') refuse(`type must be "session" or "end", but it is ${shown(record.type)}.`);
  const unknown = Object.keys(record).find((name) => name !== 'type' && name !== 'session');
  if (unknown !== undefined) refuse(`${shown(unknown)} must be removed: lines contain only type and session.`);
  const problem = findSessionProblem(record.session);
  if (problem === undefined) return record.session as Session;
  const field = problem.field === '' ? 'session' : `session.${problem.field}`;
  return refuse(`${field} must be ${problem.expected}, but it is ${problem.received}.`);
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : (JSON.stringify(value) ?? typeof value).slice(0, 60);
}
