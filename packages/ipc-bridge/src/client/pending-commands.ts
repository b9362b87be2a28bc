import { type AgentReply, readReply } from '../commands/read-reply.ts';
import type { ReplyKind } from '../commands/reply-kind.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { commandFailed } from './client-errors.ts';
import type { ClientSettings } from './client-options.ts';
import { createPendingCommand, type PendingCommand, type ReplyWait, type SentCommand } from './pending-command.ts';

/** A client's commands that are waiting for replies. */
export type PendingCommands = ReturnType<typeof createPendingCommands>;

/** Number of past requests to store. */
const REMEMBERED_IDS = 1000;

/** Creates an empty table of pending commands. */
export function createPendingCommands(settings: ClientSettings) {
  const { counters, report } = settings;
  const waiting = new Map<string, PendingCommand>();
  const observed = createObservedTasks();
  const past = createPastRequests();

  const forget = ({ command: { requestId, reply } }: PendingCommand, end: RequestEnd): void => {
    waiting.delete(requestId);
    past.add(requestId, end);
    if (reply.kind === 'queryEvent' && end === 'abandoned') past.add(reply.eventName, end);
  };
  const findQuery = (eventName: string): PendingCommand | undefined =>
    [...waiting.values()].find(
      ({ command: { reply } }) => reply.kind === 'queryEvent' && reply.eventName === eventName,
    );
  // True if the event confirms a command that another event had already confirmed.
  const isExpectedTwice = (event: AgentEvent, requestId: string | undefined): boolean => {
    const end = past.take(requestId ?? event.eventName);
    if (end === 'answered') return true;
    counters[end === undefined ? 'strayAnswers' : 'lateAnswers'] += 1;
    report({ kind: end === undefined ? 'strayAnswer' : 'lateAnswer', eventName: event.eventName, requestId });
    return false;
  };

  return {
    /** Waits for the reply to a new command; must be called before the command is written. */
    add: (sent: Omit<SentCommand, 'wasKnown'>, wait: ReplyWait) => {
      if (sent.name === 'ResumeTask') observed.add(String(sent.data));
      const command = { ...sent, wasKnown: observed.snapshot() };
      const pending = createPendingCommand(command, settings, (end) => forget(pending, end));
      waiting.set(command.requestId, pending);
      return pending.wait(wait);
    },
    /**
     * Joins a running query, if there is one, because replies to queries contain no id by which two queries could be
     * distinguished.
     */
    join: (reply: ReplyKind, wait: ReplyWait) =>
      reply.kind === 'queryEvent' ? findQuery(reply.eventName)?.wait(wait) : undefined,
    /** Records that the command was written, which completes a command that has no reply. */
    written: (requestId: string) => {
      const pending = waiting.get(requestId);
      if (pending?.command.reply.kind === 'none') pending.resolve({ outcome: 'sent' });
    },
    /** Processes the next event; returns true if it was the reply to a waiting command. */
    observe: (event: AgentEvent) => {
      const reply = readReply(event);
      if (reply === undefined) {
        for (const pending of waiting.values()) pending.observe(event);
        if (event.taskId !== undefined) observed.add(event.taskId);
        return false;
      }
      const requestId = reply.kind === 'queryEvent' ? undefined : reply.requestId;
      const pending = reply.kind === 'queryEvent' ? findQuery(reply.eventName) : waiting.get(requestId ?? '');
      if (pending === undefined) return isExpectedTwice(event, requestId);
      settle(pending, reply, counters);
      return true;
    },
    /**
     * Called when the connection has ended: all waits fail, except for commands whose expected effect was the end of
     * the connection.
     */
    end: (error: (command: SentCommand) => Error) => {
      for (const pending of waiting.values()) {
        const { reply } = pending.command;
        if (reply.kind === 'effect' && reply.endsConnection) pending.confirm('disconnect', undefined);
        else pending.reject(error(pending.command));
      }
      past.clear();
    },
  };
}

type RequestEnd = 'answered' | 'abandoned';

/** Stores how the latest requests ended, in order to distinguish late replies from stray replies. */
function createPastRequests() {
  const past = new Map<string, RequestEnd>();
  return {
    add: (key: string, end: RequestEnd): void => {
      past.set(key, end);
      for (const oldest of past.keys()) if (past.size > REMEMBERED_IDS) past.delete(oldest);
    },
    /** Returns how a request ended, and removes the record. */
    take: (key: string): RequestEnd | undefined => {
      const end = past.get(key);
      past.delete(key);
      return end;
    },
    clear: (): void => past.clear(),
  };
}

function settle(pending: PendingCommand, reply: AgentReply, counters: ClientSettings['counters']): void {
  if (reply.kind === 'queryEvent') pending.confirm('queryEvent', reply.payload);
  else if (reply.error !== undefined) {
    counters.commandsFailed += 1;
    pending.reject(commandFailed(pending.command, reply.error));
  } else if (reply.kind === 'commandResponse') pending.confirm('commandResponse', reply.payload);
  else pending.confirm('taskStartResponse', { taskId: reply.taskId });
}

// Above this number, the ids of the tasks that have been silent the longest are removed.
const MAX_TASKS = 1000;

/** Creates an empty set of the agent's tasks, as observed in events or commands across all connections. */
function createObservedTasks() {
  const orders = new Map<string, number>();
  let heard = 0;
  let latest: string | undefined;
  return {
    add: (taskId: string) => {
      // Most events belong to the same task as the previous one.
      if (taskId === latest) return;
      latest = taskId;
      const order = orders.get(taskId) ?? ++heard;
      orders.delete(taskId);
      orders.set(taskId, order);
      const [oldest] = orders.size > MAX_TASKS ? orders.keys() : [];
      if (oldest !== undefined) orders.delete(oldest);
    },
    /** Returns a function that checks whether a task was already known at the time of this call. */
    snapshot: () => {
      const until = heard;
      return (taskId: string) => (orders.get(taskId) ?? Number.POSITIVE_INFINITY) <= until;
    },
  };
}
