import { AppError, print, stripControls } from '@modegate/cli-kit';
import type { Session } from '@modegate/session-store';
import { describeDecision, describeMessage, isoTime, taskText, toWireTask } from '../sessions/describe-task.ts';
import type { Settings } from '../settings/settings.ts';
import { type DurableSessions, withDurableSessions } from './open-durable-sessions.ts';

/**
 * Prints a session and its history, even if the session has expired, without extending its lifetime. Also accepts the
 * id of the session's task.
 */
export async function showSession(settings: Settings, id: string, flags: { readonly json?: boolean }): Promise<void> {
  const session = await withDurableSessions(settings, 'read', (durable) => findSession(durable, id));
  const facts = {
    ...toWireTask(session, session.lastAccessedAt),
    messages: session.task.messages.map(describeMessage),
    decisions: session.task.decisions.map(describeDecision),
    dropped: session.task.dropped,
    child_session_ids: session.task.childSessionIds,
  };
  if (flags.json === true) return print(JSON.stringify(facts, null, 2));
  for (const line of taskText(facts).split('\n')) print(stripControls(line));
}

async function findSession({ store, place }: DurableSessions, id: string): Promise<Session> {
  const ofTask = async () => (await store.list({ taskId: id, limit: 1 })).sessions[0]?.id;
  const session = (await store.get(id)) ?? (await store.get((await ofTask()) ?? id));
  if (session !== undefined) return session;
  const tombstone = await store.tombstone(id);
  const shown = stripControls(id.slice(0, 80));
  throw new AppError(
    tombstone === undefined
      ? `${place} has no session or task '${shown}'. \`modes-server sessions list\` lists the existing sessions.`
      : `Session '${shown}' expired at ${isoTime(tombstone.expiredAt)} and has been removed.`,
    1,
  );
}
