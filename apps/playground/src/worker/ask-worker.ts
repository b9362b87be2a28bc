import type { Answers, Question } from '../answers/questions.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';

/** Asks a question; rejects with an `Error` whose message is for the person. */
export type Ask = <Kind extends Question['kind']>(
  question: Extract<Question, { kind: Kind }>,
) => Promise<Answers[Kind]>;

/** The part of a `Worker` that is used. */
export interface AnsweringWorker {
  readonly postMessage: (request: WorkerRequest) => void;
  readonly terminate: () => void;
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerReply }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

/** How long an answer may take. */
export interface AskOptions {
  /** Default 20,000. */
  readonly timeoutMs?: number | undefined;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const notLoaded = 'The part of the page that answers could not be loaded. Load the page again.';

/**
 * Asks a worker, so that no file can make the page hang: one that takes too long is ended with every question that waits for it, and the
 * next question gets a new one.
 */
export function createAsk(start: () => AnsweringWorker, { timeoutMs = 20_000 }: AskOptions = {}): Ask {
  const waiting = new Map<number, Waiting>();
  let worker: AnsweringWorker | undefined;
  let asked = 0;
  const end = (reason: string) => {
    worker?.terminate();
    worker = undefined;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
    waiting.clear();
  };
  const hear = (reply: WorkerReply) => {
    const asker = waiting.get(reply.id);
    if (asker === undefined) return;
    waiting.delete(reply.id);
    clearTimeout(asker.timer);
    if ('failure' in reply) asker.reject(new Error(reply.failure));
    else asker.resolve(reply.answer as never);
  };
  const open = (): AnsweringWorker => {
    const opened = start();
    opened.addEventListener('message', ({ data }) => hear(data));
    opened.addEventListener('error', ({ message }) => end(message ?? notLoaded));
    return opened;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      const id = asked++;
      const tooLong = `This took longer than ${timeoutMs / 1000} seconds, so it was stopped. Try it with a smaller file.`;
      waiting.set(id, { resolve, reject, timer: setTimeout(() => end(tooLong), timeoutMs) });
      worker ??= open();
      worker.postMessage({ id, question });
    });
}
