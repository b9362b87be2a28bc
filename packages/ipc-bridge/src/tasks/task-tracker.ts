import { isJsonObject, type JsonObject } from '@modegate/json';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { AgentMessage } from '../messages/agent-message.ts';
import { askGroup } from '../messages/message-words.ts';
import type { TaskOutcome } from './task-outcome.ts';
import {
  abortTask,
  answerQuestion,
  awaitAnswer,
  beginRound,
  completeTask,
  createTask,
  enterIdle,
  failTask,
  hasTaskEnded,
  resumeTask,
  settleQuestion,
  startTask,
  type TrackedTask,
} from './task-state.ts';

/** Follows one task through the events of an agent. */
export interface TaskTracker {
  /** Processes an event; events must be passed in order of arrival. Ignores events for other tasks. */
  observe(event: AgentEvent): void;
  readonly outcome: TaskOutcome;
}

// Statements that arrive regardless of the agent's state.
const BACKGROUND_SAYS: ReadonlySet<string> = new Set(['checkpoint_saved']);
// Statements that mark the start of work, after an answer or on resumption.
const WORK_SAYS: ReadonlySet<string> = new Set(['api_req_started', 'user_feedback']);

/** Source of text that events omit. */
export interface TaskTrackerOptions {
  /**
   * Returns the whole text of a message whose frames are pieces (fork), for example from a {@link MessageAssembler}
   * that has already observed the event. If this function is omitted or returns undefined, the text of the frame is
   * used.
   */
  readonly textOf?: (message: AgentMessage) => string | undefined;
}

/**
 * Creates a tracker without events. A task is considered completed if the agent reports completion, asks about the
 * result, or goes idle after a result, because agents since Roo Code 3.51 report completion only once that question is
 * answered. An end is final, even if aborts follow, until a new request or an answer starts another round.
 */
export function createTaskTracker(taskId: string, options: TaskTrackerOptions = {}): TaskTracker {
  const task = createTask(taskId, (message) => options.textOf?.(message) ?? message.text);
  return {
    observe({ eventName, payload, taskId: about, message }) {
      if (about !== taskId) return;
      if (message !== undefined) observeMessage(task, message);
      else observers.get(eventName)?.(task, Array.isArray(payload) ? payload : []);
    },
    get outcome() {
      const { round, lastMessage, tokenUsage, toolUsage, mode } = task;
      return { ...task.status, taskId, round, lastMessage, tokenUsage, toolUsage, mode };
    },
  };
}

type Observer = (task: TrackedTask, payload: readonly unknown[]) => void;

const observers: ReadonlyMap<string, Observer> = new Map<string, Observer>([
  ['taskCreated', startTask],
  ['taskStarted', startTask],
  ['taskActive', resumeTask],
  ['taskAskResponded', resumeTask],
  ['taskInteractive', settleQuestion],
  ['taskResumable', settleQuestion],
  ['taskIdle', enterIdle],
  ['taskAborted', abortTask],
  ['taskCompleted', observeCompleted],
  ['taskTokenUsageUpdated', noteUsage],
  ['taskModeSwitched', noteMode],
  ['headlessAsk', observeHeadlessAsk],
  ['headlessTerminalFailure', observeHeadlessFailure],
  ['headlessTaskResult', observeHeadlessResult],
]);

function observeMessage(task: TrackedTask, message: AgentMessage): void {
  const isNewest = message.ts > task.latestTs;
  if (message.ts >= task.latestTs) [task.latestTs, task.lastMessage] = [message.ts, wholeOf(task, message)];
  if (hasTaskEnded(task)) {
    if (!isNewest || message.say === undefined || !WORK_SAYS.has(message.say)) return;
    beginRound(task);
  }
  if (message.ask !== undefined) observeAsk(task, message, message.ask);
  else if (message.say !== undefined) observeSay(task, message, message.say);
}

function wholeOf(task: TrackedTask, message: AgentMessage): AgentMessage {
  const text = task.textOf(message);
  return text === message.text ? message : { ...message, text };
}

function observeAsk(task: TrackedTask, message: AgentMessage, ask: string): void {
  startTask(task);
  if (message.stream === 'open' || message.ts <= task.answeredTs) return;
  const text = task.textOf(message);
  if (ask === 'completion_result') completeTask(task, 'ask', text);
  else if (message.answered) answerQuestion(task, message.ts);
  else if (askGroup(ask) !== 'nonBlocking') awaitAnswer(task, { ask, text, ts: message.ts, settled: false });
}

function observeSay(task: TrackedTask, message: AgentMessage, say: string): void {
  startTask(task);
  const { status } = task;
  const asked = status.status === 'waiting' ? status.ts : undefined;
  if (asked !== undefined && message.ts > asked && !BACKGROUND_SAYS.has(say)) answerQuestion(task, asked);
  if (say === 'completion_result' && message.stream !== 'open') {
    task.result = { ts: message.ts, text: task.textOf(message) };
  } else if (WORK_SAYS.has(say) && task.result !== undefined && message.ts > task.result.ts) {
    task.result = undefined;
  }
}

function observeCompleted(task: TrackedTask, payload: readonly unknown[]): void {
  noteUsage(task, payload);
  completeTask(task, 'taskCompleted', '');
}

function noteUsage(task: TrackedTask, [, tokenUsage, toolUsage]: readonly unknown[]): void {
  startTask(task);
  if (isJsonObject(tokenUsage)) task.tokenUsage = tokenUsage;
  if (isJsonObject(toolUsage)) task.toolUsage = toolUsage;
}

function noteMode(task: TrackedTask, [, mode]: readonly unknown[]): void {
  startTask(task);
  if (typeof mode === 'string') task.mode = mode;
}

function observeHeadlessAsk(task: TrackedTask, [content]: readonly unknown[]): void {
  startTask(task);
  if (hasTaskEnded(task) || !isJsonObject(content) || typeof content.ask !== 'string') return;
  awaitAnswer(task, { ask: content.ask, text: textIn(content, 'text'), ts: undefined, settled: true });
}

function observeHeadlessFailure(task: TrackedTask, [content]: readonly unknown[]): void {
  failTask(task, isJsonObject(content) ? textIn(content, 'message') : '');
}

function observeHeadlessResult(task: TrackedTask, [content]: readonly unknown[]): void {
  startTask(task);
  if (!isJsonObject(content)) return;
  const text = textIn(content, 'content');
  if (content.outcome === 'completed') completeTask(task, 'headlessTaskResult', text);
  else if (content.outcome === 'cancelled') abortTask(task);
  else if (content.outcome === 'failed') failTask(task, text);
}

function textIn(content: JsonObject, key: string): string {
  const text = content[key];
  return typeof text === 'string' ? text : '';
}
