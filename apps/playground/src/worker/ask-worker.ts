import type { AnswersByKind, WorkerQuestion } from '../answers/questions.ts';

/** Sends a question to the worker, and rejects with an `Error` whose message is meant for the user. */
export type Ask = <Kind extends WorkerQuestion['kind']>(
  question: Extract<WorkerQuestion, { kind: Kind }>,
) => Promise<AnswersByKind[Kind]>;

/** A message to the worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly question: WorkerQuestion;
}

/** A message from the worker: the answer, or the reason why there is no answer. */
export type WorkerReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };

/** The members of a `Worker` that are used here. */
export interface AnsweringWorker {
  readonly postMessage: (request: WorkerRequest) => void;
  readonly terminate: () => void;
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerReply }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

/** Options for {@link createAsk}. */
export interface AskOptions {
  /** Time limit for an answer, in milliseconds. Default 20,000. */
  readonly timeoutMs?: number | undefined;
}

interface PendingRequest {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const notLoaded = 'Part of this page could not be loaded. Reload the page.';

/**
 * Sends questions to a worker, so that no file can freeze the page: a worker that takes too long is terminated along
 * with all its pending questions, and the next question starts a new worker.
 */
export function createAsk(start: () => AnsweringWorker, { timeoutMs = 20_000 }: AskOptions = {}): Ask {
  const pending = new Map<number, PendingRequest>();
  let worker: AnsweringWorker | undefined;
  let nextId = 0;
  const terminate = (reason: string) => {
    worker?.terminate();
    worker = undefined;
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
    pending.clear();
  };
  const receive = (reply: WorkerReply) => {
    const request = pending.get(reply.id);
    if (request === undefined) return;
    pending.delete(reply.id);
    clearTimeout(request.timer);
    if ('failure' in reply) request.reject(new Error(reply.failure));
    else request.resolve(reply.answer as never);
  };
  const open = (): AnsweringWorker => {
    const opened = start();
    opened.addEventListener('message', ({ data }) => receive(data));
    opened.addEventListener('error', ({ message }) => terminate(message ?? notLoaded));
    return opened;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      const tooLong = `This took longer than ${timeoutMs / 1000} seconds, so it was stopped. Try it with a smaller file.`;
      pending.set(id, { resolve, reject, timer: setTimeout(() => terminate(tooLong), timeoutMs) });
      worker ??= open();
      worker.postMessage({ id, question });
    });
}
