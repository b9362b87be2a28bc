import { createLineReader } from '@modegate/json-rpc/line-reader';
import type { JsonObject } from '@modegate/mcp-host/connections';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessageText } from '../../src/transport/read-message-text.ts';

interface Read {
  readonly messages: JsonObject[];
  readonly garbage: string[];
  readonly oversized: number[];
}

function read(chunks: readonly Uint8Array[], maxMessageBytes = 1024 * 1024): Read {
  const told: Read = { messages: [], garbage: [], oversized: [] };
  const receiver = {
    message: (value: JsonObject) => void told.messages.push(value),
    garbage: (line: string) => void told.garbage.push(line),
  };
  const lines = createLineReader({
    maxLineBytes: maxMessageBytes,
    oversized: 'stop',
    onLine: (line) => {
      if (line.kind === 'oversized') told.oversized.push(line.bytes);
      else readMessageText(line.text, receiver);
    },
  });
  for (const chunk of chunks) {
    lines.push(Buffer.from(chunk));
    lines.drain();
  }
  lines.end();
  return told;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

function cut(text: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((start, index) => text.subarray(start, places[index] ?? text.length));
}

const message = fc
  .record({
    method: fc.string({ unit: 'binary' }),
    params: fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'grapheme' })),
  })
  .map((members) => JSON.parse(JSON.stringify({ jsonrpc: '2.0', ...members })) as JsonObject);

describe('JSON messages, one per line', () => {
  test('messages keep their numbers as written (security L2)', () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"id":9007199254740993,"e":[1e400,-0,0.5]}}';
    expect(JSON.stringify(read([bytes(text)]).messages[0])).toBe(text);
  });

  test('messages are the same however the stream is cut, with LF or CRLF, with or without a final line end', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.record({ lineEnd: fc.constantFrom('\n', '\r\n', '\n\n', ' \n'), last: fc.boolean() }),
        (messages, cuts, { lineEnd, last }) => {
          const text = messages.map((value) => JSON.stringify(value)).join(lineEnd) + (last ? lineEnd : '');
          expect(read(cut(bytes(text), cuts))).toEqual({ messages, garbage: [], oversized: [] });
        },
      ),
    );
  });

  test('messages are the same when they arrive byte by byte', () => {
    const text = `${JSON.stringify({ jsonrpc: '2.0', method: 'größe 🦔 漢字' })}\n`;
    const single = [...bytes(text)].map((byte) => Uint8Array.of(byte));
    expect(read(single).messages).toEqual([JSON.parse(text)]);
  });

  test('arbitrary bytes never make the message reader throw', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
        expect(read(chunks, 100).oversized.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('messages in a batch are delivered one by one', () => {
    const told = read([bytes('[{"jsonrpc":"2.0","method":"a"},7,{"jsonrpc":"2.0","id":1,"result":{}}]\n[]\n')]);
    expect(told.messages.map((value) => value.method ?? value.id)).toEqual(['a', 1]);
    expect(told.garbage).toEqual(['In a batch: 7', '[]']);
  });

  test.each([
    'Listening on port 3000',
    '{"level":30,"msg":"a log line"}',
    '{"method":"GET","url":"/"}',
    '{"jsonrpc":"1.0","method":"x"}',
    '"text"',
    'null',
    '{"jsonrpc":"2.0","method":',
  ])('lines that are not messages are reported as garbage: %s', (line) => {
    const good = '{"jsonrpc":"2.0","method":"x"}';
    expect(read([bytes(`${line}\n${good}\n`)])).toMatchObject({ messages: [JSON.parse(good)], garbage: [line] });
  });

  test('messages may follow a byte order mark, and malformed UTF-8 affects only its characters', () => {
    const told = read([
      bytes('\uFEFF{"jsonrpc":"2.0","method":"x"}\n'),
      Buffer.from('7b226a736f6e727063223a22322e30222c226d223a22ff227d0a', 'hex'),
    ]);
    expect(told.messages).toEqual([
      { jsonrpc: '2.0', method: 'x' },
      { jsonrpc: '2.0', m: '\uFFFD' },
    ]);
  });

  test('messages nested too deeply are dropped, but the request that waits for one receives an error', () => {
    const deep = `${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}`;
    const told = read([
      bytes(`{"jsonrpc":"2.0","id":5,"result":{"deep":${deep}}}\n{"jsonrpc":"2.0","method":"m","params":${deep}}\n`),
    ]);
    expect(told.messages).toEqual([{ jsonrpc: '2.0', id: 5 }]);
    expect(told.garbage).toEqual([expect.stringContaining('Nested deeper'), expect.stringContaining('Nested deeper')]);
  });

  test('messages may be nested up to 512 levels', () => {
    const line = (levels: number): string =>
      `{"jsonrpc":"2.0","a":${'['.repeat(levels - 1)}${'{},'.repeat(600)}1${']'.repeat(levels - 1)}}\n`;
    expect(read([bytes(line(511))]).messages).toHaveLength(1);
    expect(read([bytes(line(512))]).messages).toHaveLength(0);
    expect(read([bytes(line(513))]).messages).toHaveLength(0);
  });

  test('messages may contain any number of brackets in their strings', () => {
    const params = { text: '[{"\\'.repeat(5000) };
    expect(read([bytes(JSON.stringify({ jsonrpc: '2.0', method: 'x', params }))]).messages).toMatchObject([{ params }]);
  });
});

describe('a message over the limit', () => {
  const long = bytes(`{"jsonrpc":"2.0","method":"${'x'.repeat(200)}"}`);

  test.each([
    ['in one piece', [Buffer.concat([long, bytes('\n')])]],
    ['without a line end', [long]],
    ['in many pieces', [...long].map((byte) => Uint8Array.of(byte))],
  ])('a message over the limit %s is reported once and ends the reading', (_how, chunks) => {
    const told = read(
      [bytes('{"jsonrpc":"2.0","method":"before"}\n'), ...chunks, bytes('\n{"jsonrpc":"2.0","method":"after"}\n')],
      100,
    );
    expect(told.messages).toEqual([{ jsonrpc: '2.0', method: 'before' }]);
    expect(told.oversized).toHaveLength(1);
    expect(told.oversized[0]).toBeGreaterThan(100);
  });

  test('a message over the limit is longer than the limit, not equal to it', () => {
    const line = '{"jsonrpc":"2.0"}';
    expect(read([bytes(`${line}\n${line}\n`)], line.length).messages).toHaveLength(2);
    expect(read([bytes(`${line}\n`)], line.length - 1).oversized).toEqual([line.length]);
  });
});
