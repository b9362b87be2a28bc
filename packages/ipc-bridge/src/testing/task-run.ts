import { askGroup } from '../messages/message-words.ts';
import type { FakeAnswer, FakeStep } from './fake-script.ts';
import type { FakeQuestion, TaskRun } from './fake-task.ts';

/** Runs these steps before the remaining steps. */
export function runSteps(run: TaskRun, steps: Iterable<FakeStep>): void {
  run.steps.push(steps[Symbol.iterator]());
  goOn(run);
}

/** Answers a task's question; returns false if the task is not asking a question. */
export function answerTask(run: TaskRun, answer: FakeAnswer): boolean {
  const { question } = run;
  if (question === undefined) return false;
  run.cancelAskEvent();
  run.question = undefined;
  run.state = 'running';
  emitTaskEvent(run, 'taskAskResponded');
  const { text, images } = answer;
  if (text !== '' || images.length > 0) run.messages.send({ type: 'say', kind: 'user_feedback', text, images });
  runSteps(run, question.onAnswer?.(answer) ?? []);
  return true;
}

/** Stops a task. Its open stream is never closed on the wire, as with real agents. */
export function abortRun(run: TaskRun): void {
  run.cancelTimer();
  run.cancelAskEvent();
  run.steps.length = 0;
  run.question = undefined;
  if (run.state !== 'completed') run.state = 'aborted';
  emitTaskEvent(run, 'taskAborted');
}

/** Emits an event whose payload starts with the task id. */
export function emitTaskEvent(run: TaskRun, eventName: string, ...rest: readonly unknown[]): void {
  run.context.emit({ eventName, payload: [run.id, ...rest] });
}

/** Asks the user a question and waits for the answer. */
export function askUser(run: TaskRun, question: FakeQuestion): void {
  run.question = question;
  run.state = 'waiting';
  run.messages.send({ type: 'ask', kind: question.ask, text: question.text });
  const answer = run.onAsk(run);
  if (answer !== undefined) answerTask(run, answer);
  else tellThatItWaits(run, question.ask);
}

type StepOf<Kind extends FakeStep['step']> = Extract<FakeStep, { readonly step: Kind }>;

const performers: { readonly [Kind in FakeStep['step']]: (run: TaskRun, step: StepOf<Kind>) => void } = {
  say: (run, { say = 'text', text, pieces = 1 }) => {
    if (pieces > 1) streamText(run, { say, parts: cutText(text, pieces) });
    else {
      run.messages.send({ type: 'say', kind: say, text });
      goOn(run);
    }
  },
  ask: askUser,
  complete: presentResult,
  switchMode: (run, { mode }) => {
    emitTaskEvent(run, 'taskModeSwitched', mode);
    goOn(run);
  },
  failTool: (run, { tool, error }) => {
    emitTaskEvent(run, 'taskToolFailed', tool, error);
    goOn(run);
  },
  useTokens: (run, { tokensIn, tokensOut, cost }) => {
    const { totalTokensIn, totalTokensOut, totalCost } = run.tokenUsage;
    run.tokenUsage = {
      totalTokensIn: totalTokensIn + tokensIn,
      totalTokensOut: totalTokensOut + tokensOut,
      totalCost: totalCost + cost,
      contextTokens: tokensIn + tokensOut,
    };
    // Fork predates the tool usage field in this event.
    emitTaskEvent(run, 'taskTokenUsageUpdated', run.tokenUsage, ...(run.context.dialect === 'fork' ? [] : [{}]));
    goOn(run);
  },
  emit: (run, { event }) => {
    run.context.emit(event);
    goOn(run);
  },
  wait: (run, { ms }) => goOn(run, ms),
  hang: () => {},
  restart: (run) => run.context.restart(),
};

function goOn(run: TaskRun, afterMs = run.context.paceMs): void {
  run.cancelTimer = run.context.schedule(() => performNext(run), afterMs);
}

function performNext(run: TaskRun): void {
  for (let steps = run.steps.at(-1); steps !== undefined; steps = run.steps.at(-1)) {
    const { done, value } = steps.next();
    if (done !== true) {
      perform(run, value);
      return;
    }
    run.steps.pop();
  }
}

function perform<Kind extends FakeStep['step']>(run: TaskRun, step: StepOf<Kind>): void {
  const performer: (run: TaskRun, step: StepOf<Kind>) => void = performers[step.step as Kind];
  performer(run, step);
}

function streamText(run: TaskRun, { say, parts }: { readonly say: string; readonly parts: readonly string[] }): void {
  const stream = run.messages.stream(say);
  const tellPart = (index: number): void => {
    const part = parts[index] ?? '';
    if (index + 1 >= parts.length) {
      stream.close(part);
      goOn(run);
    } else {
      stream.add(part);
      run.cancelTimer = run.context.schedule(() => tellPart(index + 1), run.context.paceMs);
    }
  };
  tellPart(0);
}

// Since 3.51, Roo Code only asks about the result, and IPC has no button to confirm it; earlier versions reported
// completion immediately.
function presentResult(run: TaskRun, { text }: StepOf<'complete'>): void {
  run.messages.send({ type: 'say', kind: 'completion_result', text });
  if (run.context.completionEvent) {
    run.state = 'completed';
    const isFork = run.context.dialect === 'fork';
    emitTaskEvent(run, 'taskCompleted', run.tokenUsage, {}, ...(isFork ? [] : [{ isSubtask: false }]));
    return;
  }
  const again: FakeQuestion['onAnswer'] = ({ text: feedback }) => [
    { step: 'say', text: `About that: ${feedback}` },
    { step: 'complete', text },
  ];
  askUser(run, { step: 'ask', ask: 'completion_result', text: '', onAnswer: again });
}

// Sends the event some time after a question, unless the question was answered in the meantime. Fork has none of these
// events.
function tellThatItWaits(run: TaskRun, ask: string): void {
  const { context } = run;
  const group = askGroup(ask);
  if (context.dialect === 'fork' || group === 'nonBlocking') return;
  const eventName = { interactive: 'taskInteractive', resumable: 'taskResumable', idle: 'taskIdle' }[group];
  run.cancelAskEvent = context.schedule(() => emitTaskEvent(run, eventName), context.askEventDelayMs);
}

// Splits between characters, so that no character is cut in two.
function cutText(text: string, pieces: number): readonly string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / pieces));
  const parts: string[] = [];
  for (let start = 0; start < characters.length; start += size) {
    parts.push(characters.slice(start, start + size).join(''));
  }
  return parts;
}
