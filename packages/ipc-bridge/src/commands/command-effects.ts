import { isJsonObject } from '@modegate/json';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { CommandEffect, EffectReply, EffectWatcher } from './reply-kind.ts';

// Other clients may start tasks at the same time; tasks beyond this number are ignored.
const MAX_NOTED = 64;

// Events that end an earlier task when it is replaced by another task.
const ENDS: ReadonlySet<string> = new Set(['taskAborted', 'taskUnfocused', 'taskPaused']);

/**
 * StartNewTask in official: a new task is created whose first message repeats the text sent by this client. Tasks
 * started by others repeat different text, and an earlier task is only reopened, for example after a cancellation.
 */
export const startedTask = effect((data, wasKnown) => {
  const text = textIn(data);
  const created = new Set<string>();
  const others = new Set<string>();
  const only = (tasks: readonly string[]): CommandEffect | undefined =>
    tasks.length === 1 ? { taskId: tasks[0], eventName: 'taskCreated' } : undefined;
  const likely = () => only([...created].filter((taskId) => !others.has(taskId)));
  return {
    observe: (event) => {
      const { taskId, eventName } = event;
      if (taskId === undefined || wasKnown(taskId)) return undefined;
      if (eventName === 'taskCreated') note(created, others.has(taskId) ? undefined : taskId);
      else if (!created.has(taskId)) note(others, ENDS.has(eventName) ? taskId : undefined);
      else if (isPrompt(event, text)) return effectOf(event);
      else note(others, isFirstWord(event) ? taskId : undefined);
      return undefined;
    },
    get likely() {
      return likely();
    },
    get candidate() {
      return likely() ?? only([...created]);
    },
  };
});

function note(tasks: Set<string>, taskId: string | undefined): void {
  if (taskId !== undefined && tasks.size < MAX_NOTED) tasks.add(taskId);
}

/** CancelTask: a task is aborted; if the command specifies a task, that task is aborted. */
export const abortedTask = effect((data) => {
  const wanted = typeof data === 'string' && data !== '' ? data : undefined;
  let other: CommandEffect | undefined;
  return watching(
    (event) => {
      if (event.eventName !== 'taskAborted') return undefined;
      if (wanted === undefined || event.taskId === wanted) return effectOf(event);
      other ??= effectOf(event);
      return undefined;
    },
    () => other,
  );
});

/** ResumeTask: the task is created again with its own id. */
export const resumedTask = effect((data) =>
  watching((event) => (event.eventName === 'taskCreated' && event.taskId === data ? effectOf(event) : undefined)),
);

/**
 * SendMessage: the text sent by this client comes back as feedback, as the first message of a new task, or in a queue.
 */
export const arrivedMessage: EffectReply = {
  ...effect((data) => {
    const text = textIn(data);
    let answered: CommandEffect | undefined;
    return watching(
      (event) => {
        if (isPrompt(event, text) || isFeedback(event, text) || isQueued(event, text)) return effectOf(event);
        // A question was answered, though perhaps not by this client if several clients are connected.
        if (event.eventName === 'taskAskResponded') answered ??= effectOf(event);
        return undefined;
      },
      () => answered,
    );
  }),
  silence: 'sent',
};

/** DeleteQueuedMessage: the queue is sent again without the message. */
export const shorterQueue: EffectReply = {
  ...effect((id) =>
    watching((event) => (queueOf(event)?.every((entry) => entry.id !== id) ? effectOf(event) : undefined)),
  ),
  silence: 'sent',
};

/** CloseTask in fork: the reported success means nothing, but a running task is aborted. */
export const clearedTask: EffectReply = { ...abortedTask, silence: 'sent' };

/** CloseTask in official: the window is closed, and so is the connection. */
export const closedWindow: EffectReply = {
  ...effect(() => watching(() => undefined)),
  endsConnection: true,
  silence: 'sent',
};

function effect(watch: EffectReply['watch']): EffectReply {
  return { kind: 'effect', watch, endsConnection: false, silence: 'failed' };
}

function watching(
  observe: EffectWatcher['observe'],
  candidate: () => CommandEffect | undefined = () => undefined,
): EffectWatcher {
  return {
    observe,
    get candidate() {
      return candidate();
    },
    likely: undefined,
  };
}

function effectOf(event: AgentEvent): CommandEffect {
  return { taskId: event.taskId, eventName: event.eventName };
}

/** Zoo sends `task` where Roo Code sends `text`. */
function isPrompt(event: AgentEvent, text: string): boolean {
  return isFirstWord(event) && event.message?.text.trim() === text;
}

function isFirstWord({ message }: AgentEvent): boolean {
  return (message?.say === 'text' || message?.say === 'task') && message.stream === 'none';
}

function isFeedback({ message }: AgentEvent, text: string): boolean {
  return message?.say === 'user_feedback' && message.text.trim() === text;
}

function isQueued(event: AgentEvent, text: string): boolean {
  return queueOf(event)?.some((entry) => typeof entry.text === 'string' && entry.text.trim() === text) ?? false;
}

function queueOf(event: AgentEvent): readonly { readonly [key: string]: unknown }[] | undefined {
  if (event.eventName !== 'queuedMessagesUpdated' || !Array.isArray(event.payload)) return undefined;
  const queue: unknown = event.payload[1];
  return Array.isArray(queue) ? queue.filter(isJsonObject) : undefined;
}

/** The agent's text field may remove leading and trailing white space. */
function textIn(data: unknown): string {
  return isJsonObject(data) && typeof data.text === 'string' ? data.text.trim() : '';
}
