import type { JsonObject } from '@modegate/json';
import type { AgentMessage } from '../messages/agent-message.ts';
import { askGroup } from '../messages/message-words.ts';
import type { TaskStatus, WaitingStatus } from './task-outcome.ts';

/** The state of a task between two events; the functions in this file modify it. */
export interface TrackedTask {
  readonly taskId: string;
  readonly textOf: (message: AgentMessage) => string;
  status: TaskStatus;
  round: number;
  /** The highest ts of any message. */
  latestTs: number;
  /** The highest ts of an answered ask, because a later update of that message is not a new question. */
  answeredTs: number;
  /** Result that the agent reported; retained until the agent continues working. */
  result: { readonly ts: number; readonly text: string } | undefined;
  lastMessage: AgentMessage | undefined;
  tokenUsage: JsonObject | undefined;
  toolUsage: JsonObject | undefined;
  mode: string | undefined;
}

/** Creates a task that has no events yet. */
export function createTask(taskId: string, textOf: TrackedTask['textOf']): TrackedTask {
  return {
    taskId,
    textOf,
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
}

/** Called when an event for the task has arrived. */
export function startTask(task: TrackedTask): void {
  if (task.status.status === 'unknown') task.status = { status: 'running' };
}

/** Called when the agent asks a question; a question already announced as waiting stays settled. */
export function awaitAnswer(task: TrackedTask, details: Pick<WaitingStatus, 'ask' | 'text' | 'ts' | 'settled'>): void {
  const { status } = task;
  const settled = details.settled || (status.status === 'waiting' && status.ts === details.ts && status.settled);
  task.status = { status: 'waiting', group: askGroup(details.ask), ...details, settled };
}

/** Called when the agent announces that it is waiting for an answer. */
export function settleQuestion(task: TrackedTask): void {
  startTask(task);
  if (task.status.status === 'waiting') task.status = { ...task.status, settled: true };
}

/** Called when the agent is not waiting for anything in particular; after a result, this means completion. */
export function enterIdle(task: TrackedTask): void {
  if (task.result !== undefined && !hasTaskEnded(task)) completeTask(task, 'say', task.result.text);
  else settleQuestion(task);
}

/** Called when the agent continues, which means that its questions are answered. */
export function resumeTask(task: TrackedTask): void {
  startTask(task);
  if (task.status.status === 'waiting') answerQuestion(task, task.status.ts);
}

/** Called when the ask with this ts is answered. */
export function answerQuestion(task: TrackedTask, ts: number | undefined): void {
  task.answeredTs = Math.max(task.answeredTs, ts ?? Number.NEGATIVE_INFINITY);
  if (task.status.status === 'waiting') task.status = { status: 'running' };
}

/** Called when the agent has stopped the task, unless the task had already ended. */
export function abortTask(task: TrackedTask): void {
  if (!hasTaskEnded(task)) task.status = { status: 'aborted' };
}

/** Called when the agent has failed; the reason may be empty. */
export function failTask(task: TrackedTask, reason: string): void {
  if (!hasTaskEnded(task))
    task.status = { status: 'failed', reason: reason === '' ? 'The agent gave no reason.' : reason };
}

type Completion = Extract<TaskStatus, { readonly status: 'completed' }>;

/**
 * Records the completion of a task. Agents report completion in up to three ways, in sequence; the last is the agent's
 * own event, which also overrides an abort.
 */
export function completeTask(task: TrackedTask, via: Completion['via'], text: string): void {
  const { status } = task;
  const earlier = status.status === 'completed' ? status.result : undefined;
  const result = [text, task.result?.text, earlier].find((candidate) => candidate !== undefined && candidate !== '');
  task.status = { status: 'completed', via, result };
}

/** Starts a new round, because a task that had ended is working again. */
export function beginRound(task: TrackedTask): void {
  task.round += 1;
  [task.status, task.result] = [{ status: 'running' }, undefined];
}

/** True if the task has ended. */
export function hasTaskEnded(task: TrackedTask): boolean {
  return task.status.status === 'completed' || task.status.status === 'aborted' || task.status.status === 'failed';
}
