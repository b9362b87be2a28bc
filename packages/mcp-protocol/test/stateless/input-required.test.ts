import { type JsonObject, type RequestEnd, toolResult } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { deferred, manualSchedule, sampleServer, tool, turns } from '../support/sample.ts';
import { ask, meta, request } from '../support/stateless.ts';
import { driveStdio, type Message, type StdioDriver } from '../support/stdio-driver.ts';

const FORM = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } };
const CAN = { elicitation: {} };

let runs = 0;

/** Asks once, and says what it was answered. */
const asking = tool('ask', async (_, { request }) => {
  runs++;
  return toolResult({ text: JSON.stringify(await request('elicitation/create', FORM)) });
});

async function asked(driver: StdioDriver, id: string | number, params: object = { name: 'ask' }) {
  const { result } = (await ask(driver, id, 'tools/call', params, CAN)) as { result: JsonObject };
  const inputRequests = result.inputRequests as Record<string, unknown>;
  return { result, state: String(result.requestState), keys: Object.keys(inputRequests ?? {}), inputRequests };
}

function retry(
  driver: StdioDriver,
  id: string | number,
  more: { readonly state: unknown; readonly answers?: unknown; readonly params?: object },
): Promise<Message> {
  const { state, answers, params = { name: 'ask' } } = more;
  return ask(driver, id, 'tools/call', { ...params, requestState: state, inputResponses: answers }, CAN);
}

const accept = { action: 'accept', content: {} };

describe('a question to a client without a session', () => {
  test('a question is returned as the answer, the next attempt returns the result, and the tool runs once', async () => {
    runs = 0;
    const ends: RequestEnd[] = [];
    const driver = await driveStdio(
      sampleServer({ tools: [asking], onRequestEnd: async (end) => void ends.push(end) }),
    );
    const { result, state, keys, inputRequests } = await asked(driver, 1);
    expect(result).toMatchObject({ resultType: 'input_required' });
    expect(Object.values(inputRequests)).toEqual([{ method: 'elicitation/create', params: FORM }]);
    expect(ends).toEqual([]);
    const answer = await retry(driver, 2, { state, answers: { [keys[0] ?? '']: accept } });
    expect(answer).toMatchObject({
      id: 2,
      result: { resultType: 'complete', content: [{ text: JSON.stringify(accept) }] },
    });
    expect(runs).toBe(1);
    expect(ends).toMatchObject([
      { method: 'tools/call', kind: 'result', cancelled: false, context: { isStateless: true } },
    ]);
  });

  test('a question is not confused with another request of the same id', async () => {
    const ends: RequestEnd[] = [];
    const driver = await driveStdio(
      sampleServer({ tools: [asking], onRequestEnd: async (end) => void ends.push(end) }),
    );
    const { state, keys } = await asked(driver, 1);
    const other = driver.find(({ id, result }) => id === 1 && (result as JsonObject).resultType === 'complete');
    driver.send(request(1, 'tools/list'));
    await other;
    await retry(driver, 2, { state, answers: { [keys[0] ?? '']: accept } });
    expect(new Set(ends.map(({ context }) => context.requestId)).size).toBe(2);
  });

  test('a request state works only once', async () => {
    const driver = await driveStdio(sampleServer({ tools: [asking] }));
    const { state, keys } = await asked(driver, 1);
    runs = 0;
    const answers = { [keys[0] ?? '']: accept };
    await retry(driver, 2, { state, answers });
    expect(await retry(driver, 3, { state, answers })).toMatchObject({ error: { code: -32602 } });
    expect(runs).toBe(0);
  });

  test.each([['x'], [''], [7], [null], [{}], ['00000000-0000-4000-8000-000000000000']])(
    'a forged state %j is refused, and nothing runs',
    async (state) => {
      const driver = await driveStdio(sampleServer({ tools: [asking] }));
      await asked(driver, 1);
      runs = 0;
      expect(await retry(driver, 2, { state, answers: { 'question-1': accept } })).toMatchObject({
        error: { code: -32602, data: { param: 'requestState' } },
      });
      expect(runs).toBe(0);
    },
  );

  test('a response with a guessed number answers no question', async () => {
    const driver = await driveStdio(sampleServer({ tools: [asking] }));
    const { state, keys } = await asked(driver, 1);
    for (let id = 0; id < 10; id++) driver.send({ jsonrpc: '2.0', id, result: { action: 'forged' } });
    const answer = await retry(driver, 2, { state, answers: { [keys[0] ?? '']: accept } });
    expect(answer).toMatchObject({ result: { content: [{ text: JSON.stringify(accept) }] } });
  });

  test('a request state of another connection is unknown', async () => {
    const server = sampleServer({ tools: [asking] });
    const [one, other] = [await driveStdio(server), await driveStdio(server)];
    const { state, keys } = await asked(one, 1);
    const answers = { [keys[0] ?? '']: accept };
    expect(await retry(other, 1, { state, answers })).toMatchObject({ error: { code: -32602 } });
    expect(await retry(one, 2, { state, answers })).toHaveProperty('result.content');
  });

  test('a request state belongs to its request: other params are refused, and the right ones still work', async () => {
    const driver = await driveStdio(sampleServer({ tools: [asking, { ...asking, name: 'other' }] }));
    const { state, keys } = await asked(driver, 1);
    const answers = { [keys[0] ?? '']: accept };
    for (const [id, params] of [{ name: 'other' }, { name: 'ask', arguments: { a: 1 } }].entries())
      expect(await retry(driver, `wrong ${id}`, { state, answers, params })).toMatchObject({ error: { code: -32602 } });
    const read = await ask(driver, 'read', 'resources/read', { uri: 'mode://all', requestState: state }, CAN);
    expect(read).toMatchObject({ error: { code: -32602 } });
    expect(await retry(driver, 2, { state, answers })).toHaveProperty('result.content');
  });

  test.each([['accept'], [null], [{ action: 'yes' }], [{}], [{ method: 'elicitation/create', result: accept }]])(
    'a malformed answer %j is refused and changes nothing',
    async (wrong) => {
      const driver = await driveStdio(sampleServer({ tools: [asking] }));
      const { state, keys } = await asked(driver, 1);
      const key = keys[0] ?? '';
      expect(await retry(driver, 2, { state, answers: { [key]: wrong } })).toMatchObject({ error: { code: -32602 } });
      expect(await retry(driver, 3, { state, answers: { [key]: accept } })).toHaveProperty('result.content');
    },
  );

  test('an unanswered question is sent again under another state, and answers to unknown questions are ignored', async () => {
    const driver = await driveStdio(sampleServer({ tools: [asking] }));
    const { state, keys } = await asked(driver, 1);
    const again = (await retry(driver, 2, { state, answers: { other: accept } })) as { result?: JsonObject };
    expect(again.result).toMatchObject({ resultType: 'input_required', inputRequests: { [keys[0] ?? '']: {} } });
    expect(again.result?.requestState).not.toBe(state);
    const last = await retry(driver, 3, { state: again.result?.requestState, answers: { [keys[0] ?? '']: accept } });
    expect(last).toMatchObject({ id: 3, result: { resultType: 'complete' } });
  });

  test('questions of one turn are sent together, and later ones in another round', async () => {
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('many', async (_, { request }) => {
            const first = await Promise.all([1, 2].map(() => request('elicitation/create', FORM)));
            return toolResult({ text: JSON.stringify([...first, await request('elicitation/create', FORM)]) });
          }),
        ],
      }),
    );
    const params = { name: 'many' };
    const first = await asked(driver, 1, params);
    expect(first.keys).toHaveLength(2);
    const answers = Object.fromEntries(first.keys.map((key) => [key, { action: key }]));
    expect(await retry(driver, 2, { ...first, answers, params })).toMatchObject({ error: { code: -32602 } });
    const allowed = Object.fromEntries(first.keys.map((key) => [key, { action: 'decline' }]));
    const second = (await retry(driver, 3, { ...first, answers: allowed, params })) as { result: JsonObject };
    const [key = ''] = Object.keys(second.result.inputRequests as object);
    expect(first.keys).not.toContain(key);
    const last = await retry(driver, 4, { state: second.result.requestState, answers: { [key]: accept }, params });
    expect(last).toMatchObject({
      result: { content: [{ text: JSON.stringify([{ action: 'decline' }, { action: 'decline' }, accept]) }] },
    });
  });

  test('F7: a question keeps the key of its server, which stays reserved while the question is open', async () => {
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('named', async (_, { request }) => {
            const keys = ['user_name', 'question-1', 'user_name', undefined];
            await Promise.all(keys.map((key) => request('elicitation/create', FORM, key === undefined ? {} : { key })));
            return toolResult({
              text: JSON.stringify(await request('elicitation/create', FORM, { key: 'user_name' })),
            });
          }),
        ],
      }),
    );
    const params = { name: 'named' };
    const first = await asked(driver, 1, params);
    expect(first.keys).toEqual(['user_name', 'question-1', 'question-2', 'question-3']);
    const answers = Object.fromEntries(first.keys.map((key) => [key, accept]));
    const { result } = (await retry(driver, 2, { ...first, answers, params })) as { result: JsonObject };
    expect(Object.keys(result.inputRequests as object)).toEqual(['user_name']);
  });

  test('only questions that the request can answer are sent', async () => {
    const driver = await driveStdio(sampleServer({ tools: [asking] }));
    const answer = await ask(driver, 1, 'tools/call', { name: 'ask' }, { roots: {} });
    expect(answer).toMatchObject({
      result: {
        isError: true,
        structuredContent: { error: { name: 'INVALID_REQUEST', data: { capability: 'elicitation' } } },
      },
    });
  });

  test('a list request cannot ask a question', async () => {
    const errors: unknown[] = [];
    const driver = await driveStdio(
      sampleServer({
        resources: [
          {
            template: 'ask://{x}',
            name: 'x',
            read: () => undefined,
            complete: async (_, { request }) => {
              await request('elicitation/create', FORM).catch((error: unknown) => errors.push(error));
              return [];
            },
          },
        ],
      }),
    );
    const ref = { type: 'ref/resource', uri: 'ask://{x}' };
    await ask(driver, 1, 'completion/complete', { ref, argument: { name: 'x', value: '' } }, CAN);
    expect(errors).toMatchObject([{ code: 'INVALID_REQUEST' }]);
  });

  test('an unanswered question fails the request after a timeout, and a later attempt learns this', async () => {
    const { schedule, runAll } = manualSchedule();
    const failed = deferred<unknown>();
    const driver = await driveStdio(
      sampleServer({
        schedule,
        tools: [
          tool('ask', async (_, { request }) => {
            await request('elicitation/create', FORM).catch((error: unknown) => failed.resolve(error));
            return toolResult({ text: 'late' });
          }),
        ],
      }),
    );
    const { state, keys } = await asked(driver, 1);
    runAll();
    expect(await failed.promise).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(await retry(driver, 2, { state, answers: { [keys[0] ?? '']: accept } })).toHaveProperty('error');
  });

  test('a handler that continues while no attempt waits releases its slot once', async () => {
    const { schedule, runAll } = manualSchedule();
    const [failed, go] = [deferred(), deferred()];
    let [running, most] = [0, 0];
    const slow = tool('slow', async () => {
      running++;
      most = Math.max(most, running);
      await go.promise;
      running--;
      return toolResult({});
    });
    const late = tool('late', async (_, { request, releaseSlot }) => {
      await request('elicitation/create', FORM).catch(() => undefined);
      releaseSlot();
      failed.resolve();
      return toolResult({});
    });
    const driver = await driveStdio(sampleServer({ schedule, maxConcurrent: 1, tools: [late, slow] }));
    await ask(driver, 1, 'tools/call', { name: 'late' }, CAN);
    runAll();
    await failed.promise;
    for (const id of [2, 3]) driver.send(request(id, 'tools/call', { name: 'slow' }));
    await turns();
    expect([running, most]).toEqual([1, 1]);
    go.resolve();
    await driver.answer(3);
    expect(most).toBe(1);
  });

  test('cancelling an attempt cancels the request', async () => {
    const aborted = deferred();
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('ask', async (_, { request, signal }) => {
            await request('elicitation/create', FORM);
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            aborted.resolve();
            return toolResult({});
          }),
        ],
      }),
    );
    const { state, keys } = await asked(driver, 1);
    void retry(driver, 2, { state, answers: { [keys[0] ?? '']: accept } });
    await turns();
    driver.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    await aborted.promise;
    await ask(driver, 3, 'server/discover');
    expect(driver.messages.map(({ id }) => id)).toEqual([1, 3]);
  });

  test('the end of the connection ends waiting requests', async () => {
    const ended = deferred<RequestEnd>();
    const driver = await driveStdio(sampleServer({ tools: [asking], onRequestEnd: async (end) => ended.resolve(end) }));
    await asked(driver, 1);
    await driver.serving.close();
    expect(await ended.promise).toMatchObject({ cancelled: true, context: { isStateless: true } });
  });

  test('progress goes to the attempt that is waiting', async () => {
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('ask', async (_, { request, progress }) => {
            await request('elicitation/create', FORM);
            await progress({ progress: 1 });
            return toolResult({});
          }),
        ],
      }),
    );
    const { state, keys } = await asked(driver, 1, { name: 'ask', _meta: meta(CAN, { progressToken: 'one' }) });
    const answers = { [keys[0] ?? '']: accept };
    await retry(driver, 2, { state, answers, params: { name: 'ask', _meta: meta(CAN, { progressToken: 'two' }) } });
    expect(driver.messages.flatMap(({ params }) => params ?? [])).toEqual([{ progress: 1, progressToken: 'two' }]);
  });

  test('the data of an attempt is released after the next one or the end of the connection', async () => {
    const timers = new Set<number>();
    let last = 0;
    const driver = await driveStdio(
      sampleServer({
        tools: [asking],
        schedule: (_run, delayMs) => {
          const timer = ++last;
          if (delayMs > 600_000) timers.add(timer);
          return () => timers.delete(timer);
        },
      }),
    );
    for (let id = 0; id < 20; id += 2) {
      const { state, keys } = await asked(driver, id);
      await retry(driver, id + 1, { state, answers: { [keys[0] ?? '']: accept } });
    }
    expect(timers.size).toBe(0);
    await asked(driver, 20);
    expect(timers.size).toBe(1);
    await driver.serving.close();
    expect(timers.size).toBe(0);
  });

  test('the number of waiting requests is limited', async () => {
    const driver = await driveStdio(sampleServer({ tools: [asking] }));
    const ids = Array.from({ length: 80 }, (_, id) => id);
    const answers = await Promise.all(ids.map((id) => ask(driver, id, 'tools/call', { name: 'ask' }, CAN)));
    const refused = answers.filter(({ result }) => (result as JsonObject).isError === true);
    expect(refused).toHaveLength(16);
    expect(refused[0]).toMatchObject({ result: { structuredContent: { error: { name: 'INVALID_REQUEST' } } } });
  });
});
