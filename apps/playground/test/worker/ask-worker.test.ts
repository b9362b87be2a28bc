import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyState } from '../../src/state/playground-state.ts';
import { type AnsweringWorker, createAsk, type WorkerReply, type WorkerRequest } from '../../src/worker/ask-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const question = { kind: 'read-link', fragment: '' } as const;

/** Workers that answer when the test says so. */
function fakeWorkers() {
  const started: {
    readonly requests: WorkerRequest[];
    readonly reply: (reply: WorkerReply) => void;
    readonly fail: (message?: string) => void;
    isEnded: boolean;
  }[] = [];
  const start = (): AnsweringWorker => {
    const listeners: {
      message?: (event: { data: WorkerReply }) => void;
      error?: (event: { message?: string }) => void;
    } = {};
    const worker: (typeof started)[number] = {
      requests: [],
      reply: (data) => listeners.message?.({ data }),
      fail: (message) => listeners.error?.(message === undefined ? {} : { message }),
      isEnded: false,
    };
    started.push(worker);
    return {
      postMessage: (request) => void worker.requests.push(request),
      terminate: () => {
        worker.isEnded = true;
      },
      addEventListener: (type: 'message' | 'error', listener: never) => {
        listeners[type] = listener;
      },
    };
  };
  return { start, started };
}

test('each question to the worker gets its own answer, in any order, from one worker', async () => {
  const { start, started } = fakeWorkers();
  const ask = createAsk(start);
  const [first, second] = [ask(question), ask(question)];
  started[0]?.reply({ id: 1, answer: { state: 'broken', reason: 'two' } });
  started[0]?.reply({ id: 0, answer: { state: 'empty' } });
  expect([await first, await second]).toEqual([{ state: 'empty' }, { state: 'broken', reason: 'two' }]);
  expect(started).toHaveLength(1);
});

test('a question that takes too long ends the worker and its other questions, and the next gets a new worker', async () => {
  const { start, started } = fakeWorkers();
  const ask = createAsk(start, { timeoutMs: 5000 });
  const outcomes = Promise.allSettled([ask(question), ask({ kind: 'share', state: emptyState })]);
  await vi.advanceTimersByTimeAsync(5000);
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('longer than 5 seconds') } });
  expect(started[0]?.isEnded).toBe(true);
  const next = ask(question);
  started[0]?.reply({ id: 2, answer: 'late' });
  started[1]?.reply({ id: 2, answer: { state: 'empty' } });
  expect(await next).toBeDefined();
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed question gives its reason, and so does a worker that cannot be loaded', async () => {
  const { start, started } = fakeWorkers();
  const ask = createAsk(start);
  const failed = ask(question);
  started[0]?.reply({ id: 0, failure: 'It failed.' });
  await expect(failed).rejects.toThrow('It failed.');
  const lost = ask(question);
  started[0]?.fail();
  await expect(lost).rejects.toThrow('could not be loaded');
});
