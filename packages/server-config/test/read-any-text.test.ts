import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { only, read } from './support/read.ts';

describe('readServerConfig, for any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.json(),
    fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '/', '*', '\n', '\r', '\\', 'a', '1', '-', '\uFEFF'),
      maxLength: 200,
    }),
    fc
      .jsonValue()
      .map((value) => JSON.stringify({ mcpServers: { a: value, b: { command: value, url: value, env: value } } })),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => new TextDecoder().decode(bytes)),
  );

  test('readServerConfig never throws, and an unreadable text yields no server', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { servers, unreadable, problems } = read(text);
        if (unreadable) expect(servers).toEqual([]);
        if (unreadable) expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
        for (const entry of servers) if (entry.state === 'invalid') expect(entry.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test('no problem quotes a value of env, headers or args', () => {
    const secret = 'S3cr3t-T0ken';
    const shape = fc.record(
      {
        command: fc.constantFrom<unknown>('x', '', [secret], { secret }, 3),
        url: fc.constantFrom<unknown>(`https://h/${secret}`, `${secret} `, { secret }),
        type: fc.constantFrom<unknown>('stdio', 'sse', 'http', 1),
        args: fc.constantFrom<unknown>([secret], secret, [[secret]]),
        env: fc.constantFrom<unknown>({ KEY: secret }, { KEY: [secret] }, [secret], secret),
        headers: fc.constantFrom<unknown>({ Authorization: secret }, secret, { Authorization: { secret } }),
        token: fc.constant(secret),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(shape, fc.constantFrom('roo' as const, 'cursor' as const), (entry, kind) => {
        const { problems } = read({ mcpServers: { it: entry } }, { kind });
        expect(problems.map(({ message }) => message).join('\n')).not.toContain(secret);
      }),
    );
  });

  test('a server entry with three thousand unknown keys has few problems', () => {
    const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, number) => [`key${number}`, 1]));
    const { problems, servers } = read(JSON.stringify({ mcpServers: { a: keys } }));
    expect(problems.length).toBeLessThan(60);
    expect(servers[0]?.state).toBe('invalid');
  });

  test('a server entry with more values than any server needs is invalid', () => {
    const { entry, codes } = only({ command: 'x', args: Array.from({ length: 10_001 }, () => 'a') });
    expect(entry.state).toBe('invalid');
    expect(codes).toEqual(['ENTRY_TOO_LARGE']);
  });
});
