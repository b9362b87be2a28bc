import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import type { SessionHead, Sessions } from '@modegate/session-store';
import type { ServerContext } from '../tool-context.ts';
import { findIfPresent } from './session-mode.ts';

/** Selects a task by its session, by its own id, or by its own id together with the session of a related task. */
export interface TaskSelector {
  readonly session_id?: string | undefined;
  readonly task_id?: string | undefined;
}

/**
 * Finds the session of the selected task. A session id grants access. A task id, which appears in reports and logs,
 * does not: it finds only ancestors and descendants of the given session or, if no session is given, of tasks that this
 * connection opened.
 *
 * @throws {WireError} TASK_NOT_FOUND, both for a task that belongs to others and for one that does not exist;
 * VALIDATION_ERROR if no id is given.
 */
export async function findTask(
  context: ServerContext,
  { session_id, task_id }: TaskSelector,
  request: RequestContext,
): Promise<string> {
  if (task_id === undefined) return requireSessionId(session_id);
  const target = task_id === '' ? undefined : await context.sessionsOf(request).findByTask(task_id);
  if (target !== undefined && (await mayRead(context, { target, session_id, request }))) return target.id;
  throw wireError(
    'TASK_NOT_FOUND',
    `No task with the id '${task_id.slice(0, 80)}' is accessible to this connection. Pass its session_id, or the session_id of its parent or of one of its subtasks, together with task_id.`,
    { task_id: task_id.slice(0, 256) },
  );
}

function requireSessionId(sessionId: string | undefined): string {
  if (sessionId !== undefined) return sessionId;
  throw wireError('VALIDATION_ERROR', "Pass 'session_id', as create_task returned it, or 'task_id'.", {
    field: 'session_id',
  });
}

async function mayRead(
  context: ServerContext,
  { target, session_id, request }: { readonly target: SessionHead; readonly request: RequestContext } & TaskSelector,
): Promise<boolean> {
  const { connectionModes } = context;
  const { connectionId } = request;
  const sessions = context.sessionsOf(request);
  const line = await lineOf(sessions, target.id);
  if (session_id !== undefined)
    return line.includes(session_id) || (await lineOf(sessions, session_id)).includes(target.id);
  if (line.some((id) => connectionModes.hasKnown(connectionId, id))) return true;
  const current = connectionModes.sessionOf(connectionId);
  return current !== undefined && (await lineOf(sessions, current)).includes(target.id);
}

/** Returns a session and its ancestors, without extending their lifetimes. */
async function lineOf(sessions: Sessions, sessionId: string): Promise<readonly string[]> {
  const line: string[] = [];
  for (let id: string | undefined = sessionId; id !== undefined; ) {
    const current: string = id;
    const session = await findIfPresent(() => sessions.peek(current));
    if (session === undefined) break;
    line.push(current);
    id = session.task.parentSessionId;
  }
  return line;
}
