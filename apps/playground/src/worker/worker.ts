import { createAnswerer } from '../answers/answer.ts';
import type { WorkerReply, WorkerRequest } from './ask-worker.ts';

const answer = createAnswerer();

/** The part of a worker's scope that is used here. */
interface Scope {
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void) => void;
  readonly postMessage: (reply: WorkerReply) => void;
}

const scope = globalThis as unknown as Scope;

scope.addEventListener('message', ({ data: { id, question } }) => {
  answer(question).then(
    (given) => scope.postMessage({ id, answer: given }),
    (error: unknown) => scope.postMessage({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
