import { isJsonObject, type JsonObject } from '../json.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { type AgentMessage, readAgentMessage } from '../messages/agent-message.ts';
import { askGroup } from '../messages/message-words.ts';
import type { TaskOutcome, TaskStatus, WaitingStatus } from './task-outcome.ts';

/** Follows one task through the events of an agent. */
export interface TaskTracker {
  /** Takes an event in, in the order of arrival; those of other tasks are ignored. */
  observe(event: AgentEvent): void;
  readonly outcome: TaskOutcome;
}

// Says that come on their own, whatever the agent waits for.
const BACKGROUND_SAYS: ReadonlySet<string> = new Set(['checkpoint_saved']);
// Says with which work begins, after an answer or a resumption.
const WORK_SAYS: ReadonlySet<string> = new Set(['api_req_started', 'user_feedback']);

/** What a tracker may ask of its surroundings. */
export interface TaskTrackerOptions {
  /**
   * The whole text of a message, where its frames are pieces (fork): that of a {@link MessageAssembler} which has
   * observed the event before. Default, and where it returns undefined: the text of the frame.
   */
  readonly textOf?: (message: AgentMessage) => string | undefined;
}

/**
 * Creates a tracker that has heard nothing yet. A task is completed when the agent says so, but also when it asks
 * whether its result will do, or told a result and went idle: agents since Roo Code 3.51 say so only after an answer.
 * An end is final: an abortion afterwards, as when the next task takes the place, changes nothing. It is left only by
 * a new request or an answer to it, which begins another round.
 */
export function createTaskTracker(taskId: string, options: TaskTrackerOptions = {}): TaskTracker {
  const task: Task = {
    taskId,
    textOf: (message) => options.textOf?.(message) ?? message.text,
    status: { status: 'unknown' },
    round: 1,
    latestTs: Number.NEGATIVE_INFINITY,
    answeredTs: Number.NEGATIVE_INFINITY,
    result: undefined,
    lastMessage: undefined,
    tokenUsage: undefined,
    toolUsage: undefined,
    mode: undefined,
  };
  return {
    observe(event) {
      if (event.taskId !== taskId) return;
      const message = readAgentMessage(event);
      if (message !== undefined) observeMessage(task, message);
      else observers.get(event.eventName)?.(task, Array.isArray(event.payload) ? event.payload : []);
    },
    get outcome() {
      const { round, lastMessage, tokenUsage, toolUsage, mode } = task;
      return { ...task.status, taskId, round, lastMessage, tokenUsage, toolUsage, mode };
    },
  };
}

interface Task {
  readonly taskId: string;
  readonly textOf: (message: AgentMessage) => string;
  status: TaskStatus;
  round: number;
  /** The highest ts of any message. */
  latestTs: number;
  /** The highest ts of an ask that is answered: a later update of its message does not ask again. */
  answeredTs: number;
  /** What the agent told as its result, as long as it did not go on working after it. */
  result: { readonly ts: number; readonly text: string } | undefined;
  lastMessage: AgentMessage | undefined;
  tokenUsage: JsonObject | undefined;
  toolUsage: JsonObject | undefined;
  mode: string | undefined;
}

type Observer = (task: Task, payload: readonly unknown[]) => void;

const observers: ReadonlyMap<string, Observer> = new Map<string, Observer>([
  ['taskCreated', start],
  ['taskStarted', start],
  ['taskActive', resume],
  ['taskAskResponded', resume],
  ['taskInteractive', settle],
  ['taskResumable', settle],
  ['taskIdle', idle],
  ['taskAborted', abort],
  ['taskCompleted', observeCompleted],
  ['taskTokenUsageUpdated', noteUsage],
  ['taskModeSwitched', noteMode],
  ['headlessAsk', observeHeadlessAsk],
  ['headlessTerminalFailure', observeHeadlessFailure],
  ['headlessTaskResult', observeHeadlessResult],
]);

function observeMessage(task: Task, message: AgentMessage): void {
  const isNewest = message.ts > task.latestTs;
  if (message.ts >= task.latestTs) [task.latestTs, task.lastMessage] = [message.ts, wholeOf(task, message)];
  if (isOver(task)) {
    if (!isNewest || message.say === undefined || !WORK_SAYS.has(message.say)) return;
    task.round += 1;
    [task.status, task.result] = [{ status: 'running' }, undefined];
  }
  if (message.ask !== undefined) observeAsk(task, message, message.ask);
  else if (message.say !== undefined) observeSay(task, message, message.say);
}

function wholeOf(task: Task, message: AgentMessage): AgentMessage {
  const text = task.textOf(message);
  return text === message.text ? message : { ...message, text };
}

function observeAsk(task: Task, message: AgentMessage, ask: string): void {
  start(task);
  if (message.stream === 'open' || message.ts <= task.answeredTs) return;
  const text = task.textOf(message);
  if (ask === 'completion_result') complete(task, 'ask', text);
  else if (message.answered) answer(task, message.ts);
  else if (askGroup(ask) !== 'nonBlocking') wait(task, { ask, text, ts: message.ts, settled: false });
}

function observeSay(task: Task, message: AgentMessage, say: string): void {
  start(task);
  const { status } = task;
  const asked = status.status === 'waiting' ? status.ts : undefined;
  if (asked !== undefined && message.ts > asked && !BACKGROUND_SAYS.has(say)) answer(task, asked);
  if (say === 'completion_result' && message.stream !== 'open') {
    task.result = { ts: message.ts, text: task.textOf(message) };
  } else if (WORK_SAYS.has(say) && task.result !== undefined && message.ts > task.result.ts) {
    task.result = undefined;
  }
}

/** Something was heard of the task. */
function start(task: Task): void {
  if (task.status.status === 'unknown') task.status = { status: 'running' };
}

function wait(task: Task, details: Pick<WaitingStatus, 'ask' | 'text' | 'ts' | 'settled'>): void {
  const { status } = task;
  const settled = details.settled || (status.status === 'waiting' && status.ts === details.ts && status.settled);
  task.status = { status: 'waiting', group: askGroup(details.ask), ...details, settled };
}

/** The agent says that it waits for what it asks. */
function settle(task: Task): void {
  start(task);
  if (task.status.status === 'waiting') task.status = { ...task.status, settled: true };
}

function idle(task: Task): void {
  if (task.result !== undefined && !isOver(task)) complete(task, 'say', task.result.text);
  else settle(task);
}

/** The agent goes on: whatever it asked is answered. */
function resume(task: Task): void {
  start(task);
  if (task.status.status === 'waiting') answer(task, task.status.ts);
}

function answer(task: Task, ts: number | undefined): void {
  task.answeredTs = Math.max(task.answeredTs, ts ?? Number.NEGATIVE_INFINITY);
  if (task.status.status === 'waiting') task.status = { status: 'running' };
}

function abort(task: Task): void {
  if (!isOver(task)) task.status = { status: 'aborted' };
}

function fail(task: Task, reason: string): void {
  if (!isOver(task)) task.status = { status: 'failed', reason: reason === '' ? 'The agent gave no reason.' : reason };
}

type Completion = Extract<TaskStatus, { readonly status: 'completed' }>;

/** Completion comes in up to three ways, one after the other; the agent's own word, which also beats an abortion, comes last. */
function complete(task: Task, via: Completion['via'], text: string): void {
  const { status } = task;
  const earlier = status.status === 'completed' ? status.result : undefined;
  const result = [text, task.result?.text, earlier].find((candidate) => candidate !== undefined && candidate !== '');
  task.status = { status: 'completed', via, result };
}

function observeCompleted(task: Task, payload: readonly unknown[]): void {
  noteUsage(task, payload);
  complete(task, 'taskCompleted', '');
}

function noteUsage(task: Task, [, tokenUsage, toolUsage]: readonly unknown[]): void {
  start(task);
  if (isJsonObject(tokenUsage)) task.tokenUsage = tokenUsage;
  if (isJsonObject(toolUsage)) task.toolUsage = toolUsage;
}

function noteMode(task: Task, [, mode]: readonly unknown[]): void {
  start(task);
  if (typeof mode === 'string') task.mode = mode;
}

function observeHeadlessAsk(task: Task, [content]: readonly unknown[]): void {
  start(task);
  if (isOver(task) || !isJsonObject(content) || typeof content.ask !== 'string') return;
  wait(task, { ask: content.ask, text: textIn(content, 'text'), ts: undefined, settled: true });
}

function observeHeadlessFailure(task: Task, [content]: readonly unknown[]): void {
  fail(task, isJsonObject(content) ? textIn(content, 'message') : '');
}

function observeHeadlessResult(task: Task, [content]: readonly unknown[]): void {
  start(task);
  if (!isJsonObject(content)) return;
  const text = textIn(content, 'content');
  if (content.outcome === 'completed') complete(task, 'headlessTaskResult', text);
  else if (content.outcome === 'cancelled') abort(task);
  else if (content.outcome === 'failed') fail(task, text);
}

function textIn(content: JsonObject, key: string): string {
  const text = content[key];
  return typeof text === 'string' ? text : '';
}

function isOver(task: Task): boolean {
  return task.status.status === 'completed' || task.status.status === 'aborted' || task.status.status === 'failed';
}
