import type { JsonObject } from '@modegate/json';
import type { FakeAgentContext } from './fake-agent-context.ts';
import { createFakeMessages, type FakeMessages } from './fake-messages.ts';
import type { FakeAnswer, FakeStep } from './fake-script.ts';

/** A task of a fake agent, as seen by a test. */
export interface FakeTask {
  readonly id: string;
  readonly state: FakeTaskState;
  /** The question to which the task currently awaits an answer, if any. */
  readonly ask: string | undefined;
  /** The task's messages with their complete text. */
  readonly messages: readonly JsonObject[];
  readonly tokenUsage: JsonObject;
}

/** `waiting` for an answer, `completed` after a result, `aborted` after a stop. */
export type FakeTaskState = 'running' | 'waiting' | 'completed' | 'aborted';

/** A running task; modified by the functions in `task-run`. */
export interface TaskRun {
  readonly id: string;
  readonly context: FakeAgentContext;
  readonly messages: FakeMessages;
  /** Remaining steps, the innermost last. */
  readonly steps: Iterator<FakeStep>[];
  /** Returns an answer if a question can be answered immediately, for example by a queued message. */
  readonly onAsk: (run: TaskRun) => FakeAnswer | undefined;
  state: FakeTaskState;
  question: FakeQuestion | undefined;
  tokenUsage: FakeTokenUsage;
  cancelTimer: () => void;
  cancelAskEvent: () => void;
}

/** A question to which a task awaits an answer. */
export type FakeQuestion = Extract<FakeStep, { readonly step: 'ask' }>;

/** Token usage, counted as real agents count it. */
export interface FakeTokenUsage {
  readonly totalTokensIn: number;
  readonly totalTokensOut: number;
  readonly totalCost: number;
  readonly contextTokens: number;
}

/** Creates a task without steps. */
export function createTaskRun(id: string, context: FakeAgentContext, onAsk: TaskRun['onAsk']): TaskRun {
  return {
    id,
    context,
    onAsk,
    messages: createFakeMessages(id, context),
    steps: [],
    state: 'running',
    question: undefined,
    tokenUsage: { totalTokensIn: 0, totalTokensOut: 0, totalCost: 0, contextTokens: 0 },
    cancelTimer: () => {},
    cancelAskEvent: () => {},
  };
}

/** Returns the part of a task that tests are allowed to see. */
export function describeFakeTask(run: TaskRun): FakeTask {
  return {
    id: run.id,
    state: run.state,
    ask: run.question?.ask,
    messages: run.messages.all,
    tokenUsage: { ...run.tokenUsage },
  };
}
