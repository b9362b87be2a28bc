import { describe, expect, test } from 'vitest';
import { createLogLimit, MAX_LOG_LINES } from '../../src/transport/server-log.ts';

describe('a server that writes too many log lines', () => {
  test('log lines of a server are kept up to a limit, then counted', () => {
    let time = 0;
    const kept: string[] = [];
    const limit = createLogLimit(() => time);
    const write = (count: number) => {
      for (let line = 0; line < count; line++) limit.take(`line ${line}`, (text) => kept.push(text));
    };
    write(MAX_LOG_LINES + 500);
    expect(kept).toHaveLength(MAX_LOG_LINES + 1);
    expect(kept.at(-1)).toMatch(/too fast/);
    time += 9_999;
    write(1);
    expect(kept).toHaveLength(MAX_LOG_LINES + 1);
    time += 1;
    write(2);
    expect(kept.slice(MAX_LOG_LINES + 1)).toEqual([
      '501 more lines arrived within ten seconds and were dropped.',
      'line 0',
      'line 1',
    ]);
  });

  test('log lines of a server that come slowly are all kept', () => {
    let time = 0;
    const kept: string[] = [];
    const limit = createLogLimit(() => time);
    for (let line = 0; line < 1_000; line++) {
      limit.take('line', (text) => kept.push(text));
      time += 200;
    }
    expect(kept).toHaveLength(1_000);
  });
});
