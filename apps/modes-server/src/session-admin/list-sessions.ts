import { AppError, printError, stripControls } from '@modegate/cli-kit';
import { type SessionHead, type TaskState, taskStates } from '@modegate/session-store';
import { type Output, openOutput } from '../commands/output.ts';
import { isoTime } from '../sessions/describe-task.ts';
import type { Settings } from '../settings/settings.ts';
import { withDurableSessions } from './open-durable-sessions.ts';
import { paginateSessions } from './paginate-sessions.ts';

/** Flags for `modes-server sessions list`. */
export interface ListFlags {
  readonly state?: string;
  readonly expired?: boolean;
  readonly json?: boolean;
}

/**
 * Prints a line for each live session, or for each expired session that is still stored; with `--json`, prints one JSON
 * document.
 */
export async function printSessions(settings: Settings, flags: ListFlags): Promise<void> {
  const query = { state: readState(flags.state), expired: flags.expired === true };
  await withDurableSessions(settings, 'read', async ({ sessions, place }) => {
    const output = openOutput();
    const found = paginateSessions(sessions, query);
    if (flags.json === true) return writeJson(output, found, place);
    let count = 0;
    for await (const head of found) {
      await output.write(lineOf(head));
      count++;
      if (output.signal.aborted) return;
    }
    if (count === 0)
      printError(`No ${flags.expired === true ? 'expired ' : ''}sessions${ofState(query.state)} in ${place}.`);
  });
}

async function writeJson(output: Output, found: AsyncIterable<SessionHead>, place: string): Promise<void> {
  await output.write(`{"store":${JSON.stringify(place)},"sessions":[`);
  let before = '';
  for await (const head of found) {
    await output.write(`${before}${JSON.stringify(describeHead(head))}`);
    before = ',';
    if (output.signal.aborted) return;
  }
  await output.write(']}');
}

function describeHead({ id, createdAt, lastAccessedAt, expiresAt, task }: SessionHead) {
  return {
    session_id: id,
    task_id: task.id,
    mode: task.mode,
    state: task.state,
    created_at: isoTime(createdAt),
    last_accessed: isoTime(lastAccessedAt),
    expires_at: expiresAt === null ? null : isoTime(expiresAt),
    ...(task.completedAt === undefined ? {} : { completed_at: isoTime(task.completedAt) }),
    ...(task.parentSessionId === undefined ? {} : { parent_session_id: task.parentSessionId }),
    open_children: task.openChildren.length,
  };
}

const stateWidth = Math.max(...taskStates.map((state) => state.length));

const aboutLength = 60;

function lineOf({ id, lastAccessedAt, task }: SessionHead): string {
  const about = stripControls(task.initialMessage ?? '').trim();
  const shortened = about.length > aboutLength ? `${about.slice(0, aboutLength)}…` : about;
  const mode = stripControls(task.mode);
  return `${id}  ${task.state.padEnd(stateWidth)}  ${isoTime(lastAccessedAt)}  ${mode}  ${shortened}`.trimEnd();
}

function readState(text: string | undefined): TaskState | undefined {
  const state = taskStates.find((known) => known === text);
  if (text === undefined || state !== undefined) return state;
  throw new AppError(`--state must be one of ${taskStates.join(', ')}, not '${text.slice(0, 60)}'.`);
}

function ofState(state: TaskState | undefined): string {
  return state === undefined ? '' : ` whose task is ${state}`;
}
