import { forwardedError, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { deferred, sampleServer, tool, turns } from '../support/sample.ts';
import { call, driveStdio, INITIALIZE, ping, type StdioDriver } from '../support/stdio-driver.ts';

/** A driver that has agreed to a revision, and what came since. */
async function open(tools: readonly ToolDefinition[] = [], protocolVersion = '2025-03-26') {
  const driver = await driveStdio(sampleServer({ tools }));
  driver.send({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });
  await driver.answer('init');
  return driver;
}

const since = ({ messages }: StdioDriver): readonly unknown[] => messages.slice(1);

describe('a batch, after agreeing to 2025-03-26 (servers F8)', () => {
  test('a batch is answered by one array with the answer to each request, in the order in which they end', async () => {
    const gate = deferred();
    const slow = tool('slow', async () => {
      await gate.promise;
      return toolResult({ text: 'late' });
    });
    const driver = await open([slow]);
    driver.send([
      call(1, 'slow'),
      ping(2),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      7,
      call(3, 'none'),
    ]);
    await turns();
    expect(since(driver)).toEqual([]);
    gate.resolve();
    await turns();
    expect(since(driver)).toMatchObject([
      [
        { id: null, error: { code: -32_600 } },
        { id: 2, result: {} },
        { id: 3, error: { code: -32_602 } },
        { id: 1, result: { content: [{ text: 'late' }] } },
      ],
    ]);
  });

  test('a batch of only notifications and responses is not answered', async () => {
    const driver = await open();
    driver.send([
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    driver.send(ping('after'));
    await driver.answer('after');
    expect(since(driver)).toHaveLength(1);
  });

  test('a batch omits the answer to a cancelled request and does not wait for it', async () => {
    const hanging = tool(
      'hang',
      (_input, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    const driver = await open([hanging]);
    driver.send([call(1, 'hang'), ping(2)]);
    await turns();
    driver.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await turns();
    expect(since(driver)).toEqual([[{ jsonrpc: '2.0', id: 2, result: {} }]]);
  });

  test.each([
    ['that is empty', [], 'A batch of 0 messages'],
    ['of more than 100 messages', Array.from({ length: 101 }, (_, id) => ping(id)), 'A batch of 101 messages'],
  ])('a batch %s is refused entirely', async (_what, batch, message) => {
    const driver = await open();
    driver.send(batch);
    await turns();
    expect(since(driver)).toMatchObject([
      { id: null, error: { code: -32_600, message: expect.stringContaining(message) } },
    ]);
  });

  test('initialize and a repeated id within a batch are refused', async () => {
    const driver = await open([tool('hang', () => new Promise(() => undefined))]);
    driver.send([INITIALIZE, ping(1)]);
    driver.send(call(5, 'hang'), [call(5, 'hang'), ping(6)]);
    await turns();
    expect(since(driver)).toMatchObject([
      [
        { id: 'init', error: { code: -32_600 } },
        { id: 1, result: {} },
      ],
      [
        { id: null, error: { code: -32_600 } },
        { id: 6, result: {} },
      ],
    ]);
  });

  test('a batch loses no other answer when one cannot be written', async () => {
    const bad = tool('bad', () => ({ content: [], more: 1n }) as never);
    const failing = tool('failing', () => Promise.reject(forwardedError({ code: -1, message: 'no' })));
    const driver = await open([bad, failing]);
    driver.send([call(1, 'bad'), call(2, 'failing')]);
    await turns();
    const [answers] = since(driver) as unknown[][];
    expect(answers).toHaveLength(2);
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32_603 }) }),
    );
    expect(answers).toContainEqual(expect.objectContaining({ id: 2, error: { code: -1, message: 'no' } }));
  });
});

test.each(['2024-11-05', '2025-06-18', '2025-11-25'])('a batch after agreeing to %s is refused', async (version) => {
  const driver = await open([], version);
  driver.send([ping(1)]);
  await turns();
  expect(since(driver)).toMatchObject([{ id: null, error: { code: -32_600 } }]);
});
