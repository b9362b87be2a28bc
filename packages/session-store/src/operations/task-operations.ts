import { SessionError } from '../errors.ts';
import { boundedText, checkedMode, checkedObject, checkedWord, optionalText } from '../input.ts';
import type { SessionLimits } from '../limits.ts';
import { type MessageRole, type ModeSwitch, messageRoles, type Sender, type SessionHead } from '../session.ts';
import { type TaskEndState, taskEndStates } from '../task-states.ts';
import { describeValue, invalidValue } from '../values/invalid-value.ts';
import { type SessionContext, touchSession, updateSession } from './session-access.ts';
import { type TaskEnd, usedTask } from './task-changes.ts';

/** The mode to switch to, and the reason for the switch. */
export interface SwitchInput {
  readonly mode: string;
  readonly reason?: string | undefined;
}

/** The session after a mode switch, and the switch itself. */
export interface SwitchResult {
  readonly session: SessionHead;
  readonly change: ModeSwitch;
  /** False if the task was already in that mode. */
  readonly changed: boolean;
}

/** A message to add; `at` is taken from the clock. */
export interface MessageInput {
  readonly role: MessageRole;
  /** Truncated to `limits.messageBytes`. */
  readonly text: string;
  /**
   * The session that receives the message: the session of the task's parent or of one of the task's open children.
   * Default: the task's own session.
   */
  readonly to?: string | undefined;
}

/** Input for `Sessions.complete`. */
export interface CompleteInput {
  readonly status: TaskEndState;
  /** Result or error; truncated to `limits.messageBytes`. */
  readonly result?: string | undefined;
}

/** See `Sessions.activate`. */
export async function activateTask(context: SessionContext, id: string): Promise<SessionHead> {
  const head = await touchSession(context, id);
  usedTask(head, 'activate');
  return head.task.state === 'pending' ? activateIfPending(context, id) : head;
}

/** Activates a task if it is still pending; ignores any other state. */
export function activateIfPending(context: SessionContext, id: string): Promise<SessionHead> {
  return updateSession(context, id, (head) =>
    head.task.state === 'pending' ? { task: usedTask(head, 'activate') } : undefined,
  );
}

/** See `Sessions.switchMode`. */
export async function switchMode(context: SessionContext, id: string, input: SwitchInput): Promise<SwitchResult> {
  checkedObject(input, 'switchMode');
  const mode = checkedMode(input.mode);
  const reason = optionalText('reason', input.reason, context.limits);
  if (!(await context.modeExists(mode))) throw new SessionError('MODE_UNKNOWN', { mode });
  // Set by the attempt that succeeds, even if it has nothing to write; failed attempts leave no trace.
  let change: ModeSwitch = { from: mode, to: mode, ...reason, at: context.clock() };
  await touchSession(context, id);
  const session = await updateSession(context, id, (head, at) => {
    change = { from: head.task.mode, to: mode, ...reason, at };
    const task = usedTask(head, 'switchMode');
    return mode === head.task.mode ? undefined : { task: { ...task, mode }, append: { switches: [change] } };
  });
  const changed = change.from !== change.to;
  if (changed) context.onEvent({ type: 'switched', session, change });
  return { session, change, changed };
}

/** See `Sessions.addMessage`. */
export async function addMessage(context: SessionContext, id: string, input: MessageInput): Promise<SessionHead> {
  checkedObject(input, 'addMessage');
  const role = checkedWord(input.role, 'role', messageRoles);
  const text = boundedText(input.text, 'text', context.limits);
  const { to = id } = input;
  const from = to === id ? {} : { from: await senderTo(context, id, to) };
  return updateSession(context, to, (head, at) => ({
    // A new object is used even if the state is unchanged, so that `updatedAt` changes.
    task: { ...usedTask(head, 'addMessage') },
    append: { messages: [{ role, text, at, ...from }] },
  }));
}

/** Returns the sender of a message to a relative. Only relatives learn whether another session exists. */
async function senderTo(context: SessionContext, id: string, to: unknown): Promise<Sender> {
  const { task } = await activateTask(context, id);
  const isRelative = to === task.parentSessionId || task.childSessionIds.some((childId) => childId === to);
  if (!isRelative) {
    throw invalidValue('to', 'the session of the task, of its parent or of one of its children', describeValue(to));
  }
  return { sessionId: id, taskId: task.id };
}

/** Checks the end of a task and limits its size. @throws {SessionError} VALUE_INVALID */
export function checkedEnding(input: CompleteInput, limits: SessionLimits): TaskEnd {
  checkedObject(input, 'complete');
  return {
    status: checkedWord(input.status, 'status', taskEndStates),
    ...optionalText('result', input.result, limits),
  };
}
