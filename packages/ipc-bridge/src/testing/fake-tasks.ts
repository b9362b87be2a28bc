import { isJsonObject, type JsonObject } from '../json.ts';
import type { FakeAnswer, FakePrompt, FakeStep } from './fake-script.ts';
import { createTaskRun, type TaskRun } from './fake-task.ts';
import type { FakeWorld } from './fake-world.ts';
import { abortTask, answerTask, askUser, runSteps, tell } from './task-run.ts';

/** The tasks of a fake agent: one that is open at most, and all that ever were. */
export interface FakeTasks {
  readonly current: TaskRun | undefined;
  readonly all: readonly TaskRun[];
  find(taskId: string): TaskRun | undefined;
  /** Aborts the open task, and starts another. */
  start(prompt: Omit<FakePrompt, 'taskId'>): TaskRun;
  /** Answers what the open task asks; keeps the message for its next question when it asks nothing and `queue` says so. */
  say(
    message: { readonly text: string; readonly images: readonly string[] },
    options: { readonly queue: boolean },
  ): void;
  /** Presses a button of the open task; false when it asks nothing. */
  press(button: 'yes' | 'no'): boolean;
  /** Aborts the open task; with `again` it is opened again from the history, waiting to be resumed. */
  cancel(options: { readonly again: boolean }): void;
  /** Opens a task from the history; false when there is none. */
  resume(taskId: string): boolean;
  /** Removes a message that waits for a question. */
  unqueue(messageId: string): void;
  /** Leaves the open task without a word, as a process that ends does. */
  forget(): void;
}

/** What the tasks are made with. */
export interface FakeTasksOptions {
  readonly world: FakeWorld;
  readonly createTaskId: () => string;
  readonly steps: (prompt: FakePrompt) => Iterable<FakeStep>;
}

type Queued = JsonObject & { readonly id: string; readonly text: string; readonly images?: readonly string[] };

/** Creates an agent's tasks: none. */
export function createFakeTasks({ world, createTaskId, steps }: FakeTasksOptions): FakeTasks {
  const all: TaskRun[] = [];
  let current: TaskRun | undefined;
  let queue: readonly Queued[] = [];
  let queuedEver = 0;

  const changeQueue = (next: readonly Queued[]): void => {
    queue = next;
    if (current !== undefined) tell(current, 'queuedMessagesUpdated', queue);
  };
  // A message from the queue says yes to what needs approval, where the same message sent directly would say no.
  const answerFromQueue = (run: TaskRun): FakeAnswer | undefined => {
    const [first, ...rest] = queue;
    if (run !== current || first === undefined) return undefined;
    changeQueue(rest);
    const approval =
      run.question?.ask === 'tool' || run.question?.ask === 'command' || run.question?.ask === 'use_mcp_server';
    return { kind: approval ? 'yes' : 'message', text: first.text, images: first.images ?? [] };
  };
  const open = (run: TaskRun): void => {
    current = run;
    queue = [];
    tell(run, 'taskCreated');
    if (world.dialect !== 'fork') tell(run, 'taskFocused');
  };
  const leave = (): void => {
    if (current === undefined) return;
    if (world.dialect !== 'fork') tell(current, 'taskUnfocused');
    abortTask(current);
    current = undefined;
  };
  const start: FakeTasks['start'] = (prompt) => {
    leave();
    const run = createTaskRun(createTaskId(), world, answerFromQueue);
    all.push(run);
    open(run);
    run.messages.tell({ type: 'say', kind: 'text', text: prompt.text, images: prompt.images });
    tell(run, 'taskStarted');
    runSteps(run, steps({ ...prompt, taskId: run.id }));
    return run;
  };
  const reopen = (run: TaskRun): void => {
    open(run);
    const goOn = (): readonly FakeStep[] => [{ step: 'complete', text: 'Done after all.' }];
    askUser(run, { step: 'ask', ask: 'resume_task', text: '', onAnswer: goOn });
  };

  return {
    get current() {
      return current;
    },
    all,
    find: (taskId) => all.find(({ id }) => id === taskId),
    start,
    say: (message, options) => {
      if (current === undefined) start({ ...message, configuration: {} });
      else if (!answerTask(current, { kind: 'message', ...message }) && options.queue) {
        queuedEver += 1;
        const { text, images } = message;
        const entry = {
          timestamp: world.clock(),
          id: `queued-${queuedEver}`,
          text,
          ...(images.length > 0 && { images }),
        };
        changeQueue([...queue, entry]);
      }
    },
    press: (kind) => current !== undefined && answerTask(current, { kind, text: '', images: [] }),
    cancel: ({ again }) => {
      const run = current;
      if (run === undefined) return;
      abortTask(run);
      current = undefined;
      if (again) reopen(run);
    },
    resume: (taskId) => {
      const run = all.find(({ id }) => id === taskId);
      if (run === undefined) return false;
      if (run !== current) leave();
      reopen(run);
      return true;
    },
    unqueue: (messageId) => {
      const rest = queue.filter(({ id }) => id !== messageId);
      if (rest.length < queue.length) changeQueue(rest);
    },
    forget: () => {
      current?.cancelTimer();
      current?.cancelAskEvent();
      current = undefined;
      queue = [];
    },
  };
}

/** What a message of a user says, however it came; undefined when it says nothing. */
export function readUserMessage(
  data: unknown,
): { readonly text: string; readonly images: readonly string[] } | undefined {
  if (!isJsonObject(data)) return undefined;
  const text = typeof data.text === 'string' ? data.text : '';
  const images = Array.isArray(data.images) ? data.images.filter((image) => typeof image === 'string') : [];
  return text === '' && images.length === 0 ? undefined : { text, images };
}
