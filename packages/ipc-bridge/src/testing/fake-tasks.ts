import { isJsonObject } from '@modegate/json';
import type { FakeAgentContext } from './fake-agent-context.ts';
import { createFakeQueue, type FakeQueue, type UserMessage } from './fake-queue.ts';
import type { FakePrompt, FakeStep } from './fake-script.ts';
import { createTaskRun, type TaskRun } from './fake-task.ts';
import { abortRun, answerTask, askUser, emitTaskEvent, runSteps } from './task-run.ts';

/** Tasks of a fake agent: at most one task is open; past tasks are retained. */
export type FakeTasks = ReturnType<typeof createFakeTasks>;

/** Source of the ids and steps of new tasks. */
export interface FakeTasksOptions {
  readonly context: FakeAgentContext;
  readonly createTaskId: () => string;
  readonly steps: (prompt: FakePrompt) => Iterable<FakeStep>;
}

/** Creates an agent's collection of tasks, which is initially empty. */
export function createFakeTasks(options: FakeTasksOptions) {
  const tasks: Tasks = { ...options, all: [], queue: createFakeQueue(options.context), current: undefined };
  return {
    get current() {
      return tasks.current;
    },
    all: tasks.all,
    find: (taskId: string) => find(tasks, taskId),
    /** Aborts the open task and starts another. */
    start: (prompt: Omit<FakePrompt, 'taskId'>) => start(tasks, prompt),
    /** Answers the open task's question; if there is no question and `queue` is true, queues the message. */
    say: (message: UserMessage, { queue }: { readonly queue: boolean }) => {
      if (tasks.current === undefined) start(tasks, { ...message, configuration: {} });
      else if (!answerTask(tasks.current, { kind: 'message', ...message }) && queue) {
        tasks.queue.add(tasks.current, message);
      }
    },
    /** Presses a button in the open task; returns false if the task is not asking a question. */
    press: (kind: 'yes' | 'no') =>
      tasks.current !== undefined && answerTask(tasks.current, { kind, text: '', images: [] }),
    /** Aborts the open task; if `again` is true, the task is reopened from the history and waits to be resumed. */
    cancel: ({ again }: { readonly again: boolean }) => cancel(tasks, again),
    /** Opens a task from the history; returns false if the history does not contain it. */
    resume: (taskId: string) => resume(tasks, taskId),
    /** Removes a message that is waiting for a question. */
    unqueue: (messageId: string) => {
      if (tasks.current !== undefined) tasks.queue.remove(tasks.current, messageId);
    },
    /** Abandons the open task silently, as if the process had exited. */
    forget: () => {
      tasks.current?.cancelTimer();
      tasks.current?.cancelAskEvent();
      tasks.current = undefined;
      tasks.queue.clear();
    },
  };
}

interface Tasks extends FakeTasksOptions {
  readonly all: TaskRun[];
  readonly queue: FakeQueue;
  current: TaskRun | undefined;
}

function find({ all }: Tasks, taskId: string): TaskRun | undefined {
  return all.find(({ id }) => id === taskId);
}

function start(tasks: Tasks, prompt: Omit<FakePrompt, 'taskId'>): TaskRun {
  leave(tasks);
  const answerFromQueue: TaskRun['onAsk'] = (asking) =>
    asking === tasks.current ? tasks.queue.takeAnswer(asking) : undefined;
  const run = createTaskRun(tasks.createTaskId(), tasks.context, answerFromQueue);
  tasks.all.push(run);
  open(tasks, run);
  run.messages.send({ type: 'say', kind: 'text', text: prompt.text, images: prompt.images });
  emitTaskEvent(run, 'taskStarted');
  runSteps(run, tasks.steps({ ...prompt, taskId: run.id }));
  return run;
}

function open(tasks: Tasks, run: TaskRun): void {
  tasks.current = run;
  tasks.queue.clear();
  emitTaskEvent(run, 'taskCreated');
  if (tasks.context.dialect !== 'fork') emitTaskEvent(run, 'taskFocused');
}

function leave(tasks: Tasks): void {
  const { current, context } = tasks;
  if (current === undefined) return;
  if (context.dialect !== 'fork') emitTaskEvent(current, 'taskUnfocused');
  abortRun(current);
  tasks.current = undefined;
}

function cancel(tasks: Tasks, again: boolean): void {
  const { current } = tasks;
  if (current === undefined) return;
  abortRun(current);
  tasks.current = undefined;
  if (again) reopen(tasks, current);
}

function resume(tasks: Tasks, taskId: string): boolean {
  const run = find(tasks, taskId);
  if (run === undefined) return false;
  if (run !== tasks.current) leave(tasks);
  reopen(tasks, run);
  return true;
}

function reopen(tasks: Tasks, run: TaskRun): void {
  open(tasks, run);
  const goOn = (): readonly FakeStep[] => [{ step: 'complete', text: 'Done after all.' }];
  askUser(run, { step: 'ask', ask: 'resume_task', text: '', onAnswer: goOn });
}

/** Returns the content of a user's message, which may take either of two forms; undefined if the message is empty. */
export function readUserMessage(data: unknown): UserMessage | undefined {
  if (!isJsonObject(data)) return undefined;
  const text = typeof data.text === 'string' ? data.text : '';
  const images = Array.isArray(data.images) ? data.images.filter((image) => typeof image === 'string') : [];
  return text === '' && images.length === 0 ? undefined : { text, images };
}
