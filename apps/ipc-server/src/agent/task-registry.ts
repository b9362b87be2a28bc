import {
  type AgentEvent,
  type BufferedEvent,
  createMessageAssembler,
  createTaskTracker,
  type Dialect,
  type TaskOutcome,
  type TaskTracker,
} from '@modegate/ipc-bridge';
import { isJsonObject } from '@modegate/json';

/** The agent's tasks as known from its events: their states, their messages, and the active task. */
export type TaskRegistry = ReturnType<typeof createTaskRegistry>;

/** Size limit and dependencies for a {@link TaskRegistry}. */
export interface TaskRegistryOptions {
  /** Only fork splits messages into pieces. */
  readonly dialect: () => Dialect;
  /** Maximum number of tasks. Default 200. */
  readonly maxTasks?: number;
}

interface Entry {
  readonly tracker: TaskTracker;
  answer: { readonly state: string; readonly at: number } | undefined;
  lost: boolean;
}

const maxMessageBytes = 16 * 1024 * 1024;

/** Creates an empty registry; when it is full, the task that has been silent the longest is removed. */
export function createTaskRegistry({ dialect, maxTasks = 200 }: TaskRegistryOptions) {
  const entries = new Map<string, Entry>();
  const messages = createMessageAssembler({ dialect, maxBytes: maxMessageBytes });
  let activeTaskId: string | undefined;

  const entryOf = (taskId: string): Entry => {
    const entry = entries.get(taskId) ?? { tracker: trackerOf(taskId), answer: undefined, lost: false };
    // Moved to the end, so that the first entry is always the task that has been silent the longest.
    entries.delete(taskId);
    entries.set(taskId, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxTasks && oldest !== undefined) {
      entries.delete(oldest);
      messages.forgetTask(oldest);
    }
    return entry;
  };
  const trackerOf = (taskId: string) =>
    createTaskTracker(taskId, { textOf: (message) => messages.get(taskId, message.ts)?.text });

  return {
    /** The task that the agent is working on, according to its events. */
    get activeTaskId() {
      return activeTaskId;
    },
    /** Known tasks, the most recent last. */
    get taskIds() {
      return [...entries.keys()];
    },
    /** Records an event; must be called in order of arrival. */
    observe: ({ event, at }: BufferedEvent) => {
      const { taskId, eventName } = event;
      if (isDisconnection(event)) {
        activeTaskId = undefined;
        for (const entry of entries.values()) entry.lost = true;
      }
      if (taskId === undefined) return;
      messages.observe(event, at);
      const entry = entryOf(taskId);
      entry.tracker.observe(event);
      entry.lost = false;
      activeTaskId = activeAfter(activeTaskId, eventName, taskId);
    },
    /** Records a task that was just started and makes it the active one; its events may follow later. */
    noteStarted: (taskId: string) => {
      entryOf(taskId);
      activeTaskId = taskId;
    },
    /** True if nothing about the task has arrived since the connection ended; the task may have ended too. */
    isLost: (taskId: string) => entries.get(taskId)?.lost ?? false,
    outcomeOf: (taskId: string) => entries.get(taskId)?.tracker.outcome,
    /** Returns the complete messages of a task, in the order in which they began. */
    messagesOf: (taskId: string) => messages.list(taskId).map(({ latest, text }) => ({ ...latest, text })),
    usageOf: (taskId: string) => entries.get(taskId)?.tracker.outcome.tokenUsage,
    /**
     * Records that an answer was sent to a task (by default the active one); until the task reacts, its recorded state
     * is outdated.
     */
    noteAnswer: (taskId: string | undefined = activeTaskId, at: number) => {
      const entry = taskId === undefined ? undefined : entries.get(taskId);
      if (entry !== undefined) entry.answer = { state: stateOf(entry.tracker.outcome), at };
    },
    /**
     * Returns the time at which an answer to the task's current state was sent; undefined if none was sent or the task
     * has moved on.
     */
    answeredAt: (taskId: string) => {
      const entry = entries.get(taskId);
      if (entry?.answer === undefined) return undefined;
      return entry.answer.state === stateOf(entry.tracker.outcome) ? entry.answer.at : undefined;
    },
  };
}

/** True if a task has ended; this is final, regardless of the connection. */
export function hasEnded(outcome: TaskOutcome | undefined): boolean {
  return outcome?.status === 'completed' || outcome?.status === 'aborted' || outcome?.status === 'failed';
}

function isDisconnection({ eventName, payload }: AgentEvent): boolean {
  const [news] = eventName === 'connection' && Array.isArray(payload) ? (payload as readonly unknown[]) : [];
  return isJsonObject(news) && news.status === 'disconnected';
}

const begins: ReadonlySet<string> = new Set(['taskCreated', 'taskFocused', 'taskStarted', 'taskUnpaused']);
const ends: ReadonlySet<string> = new Set(['taskAborted', 'taskUnfocused', 'taskPaused']);

function activeAfter(active: string | undefined, eventName: string, taskId: string): string | undefined {
  if (begins.has(eventName)) return taskId;
  if (ends.has(eventName)) return active === taskId ? undefined : active;
  // A client that connects late first learns of a task from the task's messages.
  return active ?? (eventName === 'message' ? taskId : undefined);
}

/** Key for the parts of a task's state that an answer changes. */
function stateOf(outcome: TaskOutcome): string {
  return `${outcome.round} ${outcome.status} ${outcome.status === 'waiting' ? outcome.ts : ''}`;
}
