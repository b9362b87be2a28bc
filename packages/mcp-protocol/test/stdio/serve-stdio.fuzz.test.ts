import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleServer } from '../support/sample.ts';
import { driveStdio, INITIALIZE, ping } from '../support/stdio-driver.ts';

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/cancelled',
  'notifications/progress',
];

const anyJson = fc.jsonValue({ maxDepth: 4 });
const almostAMessage = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: anyJson }),
    id: fc.oneof({ weight: 2, arbitrary: fc.nat(20) }, { weight: 1, arbitrary: anyJson }),
    method: fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(...METHODS),
      },
      { weight: 1, arbitrary: anyJson },
    ),
    params: fc.oneof(
      anyJson,
      fc.record(
        {
          name: fc.oneof(fc.constantFrom('echo', 'review'), anyJson),
          uri: fc.oneof(fc.constantFrom('mode://code', 'mode://x'), anyJson),
          arguments: fc.oneof(fc.record({ text: anyJson, times: anyJson }, { requiredKeys: [] }), anyJson),
          requestId: anyJson,
          _meta: fc.oneof(fc.record({ progressToken: anyJson }), anyJson),
          ref: anyJson,
          argument: anyJson,
          level: anyJson,
          cursor: anyJson,
        },
        { requiredKeys: [] },
      ),
    ),
    result: anyJson,
    error: anyJson,
  },
  { requiredKeys: ['method'] },
);

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  almostAMessage.map((message) => Buffer.from(`${JSON.stringify(message)}\n`)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(`${text}\n`)),
);

function cut(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  for (const size of sizes) {
    pieces.push(bytes.subarray(start, start + size));
    start += size;
  }
  return [...pieces, bytes.subarray(start)];
}

describe('arbitrary stdio input', () => {
  test('the server survives, writes only JSON-RPC, reveals no internals and still answers', async () => {
    const errors: unknown[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(noise, { maxLength: 30 }),
        fc.array(fc.nat(300), { maxLength: 10 }),
        async (parts, sizes) => {
          const server = sampleServer({ onError: (error) => errors.push(error) });
          const driver = await driveStdio(server);
          driver.send(INITIALIZE);
          for (const piece of cut(Buffer.concat(parts), sizes)) driver.write(piece);
          driver.write('\n');
          driver.send(ping('at the end'));
          expect(await driver.answer('at the end')).toEqual({ jsonrpc: '2.0', id: 'at the end', result: {} });
          driver.stdin.end();
          await driver.serving.closed;
          expect(server.inFlight).toBe(0);
          for (const message of driver.messages) {
            expect(message.jsonrpc).toBe('2.0');
            expect('result' in message || 'error' in message || 'method' in message).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(errors).toEqual([]);
  });

  test('the answers are the same however the bytes are cut', async () => {
    const lines = [INITIALIZE, ping(1), 'garbage é 🚀', [], ping(2), { jsonrpc: '2.0', id: 3, method: 'x' }];
    const bytes = Buffer.from(
      lines.map((line) => (typeof line === 'string' ? `${line}\r\n` : `${JSON.stringify(line)}\n`)).join(''),
    );
    const answers = async (pieces: readonly Buffer[]): Promise<readonly unknown[]> => {
      const driver = await driveStdio(sampleServer());
      for (const piece of pieces) driver.write(piece);
      driver.stdin.end();
      await driver.serving.closed;
      return driver.messages.map((message) => JSON.stringify(message)).sort();
    };
    const whole = await answers([bytes]);
    expect(whole).toHaveLength(6);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60), { maxLength: 20 }), async (sizes) => {
        expect(await answers(cut(bytes, sizes))).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });
});
