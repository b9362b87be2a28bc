import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@modegate/cli-kit';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test, vi } from 'vitest';

const now = () => new Date(Date.UTC(2026, 0, 2));

describe('log', () => {
  test('the log writes entries at or above its level to stderr and the file, one line each', () => {
    const lines: string[] = [];
    const file = join(createFolder(), 'deep/server.log');
    const log = createLog({ level: 'WARNING', name: 'modes', file, now, writeStderr: (line) => void lines.push(line) });
    log.info('quiet');
    log.warning('first\nsecond');
    log.error('broken', new Error('cause'));
    log.close();
    expect(lines[0]).toBe('2026-01-02T00:00:00.000Z - modes - WARNING - first | second\n');
    expect(lines[1]).toMatch(/ERROR - broken: Error: cause \| .*\n$/);
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  });

  test.skipIf(process.platform === 'win32')(
    'reopen makes the log open a new file after the old one was renamed',
    () => {
      const file = join(createFolder(), 'server.log');
      const log = createLog({ level: 'INFO', name: 'modes', file, now, writeStderr: () => undefined });
      log.info('before');
      renameSync(file, `${file}.1`);
      log.reopen();
      log.info('after');
      log.close();
      expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual([
        expect.stringContaining('before'),
        expect.stringContaining('after'),
      ]);
    },
  );

  test('the log follows the configured format', () => {
    const lines: string[] = [];
    const log = createLog({
      level: 'DEBUG',
      name: 'modes',
      format: '[%(levelname)s] %(message)s 100%%',
      now,
      writeStderr: (line) => void lines.push(line),
    });
    log.debug('hello');
    log.close();
    expect(lines).toEqual(['[DEBUG] hello 100%\n']);
  });

  test('the log reports a file that it cannot open and continues without it', () => {
    const lines: string[] = [];
    const log = createLog({
      level: 'INFO',
      name: 'modes',
      file: join(createFolder({ file: '' }), 'file/x.log'),
      now,
      writeStderr: (line) => void lines.push(line),
    });
    log.info('hello');
    log.close();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('could not be opened');
  });

  test('the log removes secrets from a message before joining its lines', () => {
    const lines: string[] = [];
    const mask = (text: string) => text.replaceAll(/key\n\d+/g, '[redacted]');
    const log = createLog({ level: 'INFO', name: 'ipc', mask, now, writeStderr: (line) => void lines.push(line) });
    log.info('a key\n1\nb');
    log.close();
    expect(lines).toEqual(['2026-01-02T00:00:00.000Z - ipc - INFO - a [redacted] | b\n']);
  });

  test('the log batches the lines of one turn, writes a warning immediately, and keeps the order', async () => {
    const written: string[] = [];
    const file = join(createFolder(), 'server.log');
    const format = '%(message)s';
    const log = createLog({
      level: 'INFO',
      name: 'modes',
      file,
      format,
      writeStderr: (text) => void written.push(text),
    });
    log.info('one');
    log.info('two');
    expect(written).toEqual([]);
    await new Promise(setImmediate);
    expect(written).toEqual(['one\ntwo\n']);
    log.info('three');
    log.warning('four');
    expect(written).toEqual(['one\ntwo\n', 'three\nfour\n']);
    log.close();
    expect(readFileSync(file, 'utf8')).toBe(written.join(''));
  });

  test('the log writes the first lines of a burst after the current work, then the others every 20 ms', () => {
    vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'performance'] });
    try {
      const written: string[] = [];
      const options = { format: '%(message)s', writeStderr: (lines: string) => void written.push(lines) };
      const log = createLog({ level: 'INFO', name: 'modes', ...options });
      log.info('one');
      vi.advanceTimersByTime(1);
      log.info('two');
      vi.advanceTimersByTime(10);
      log.info('three');
      expect(written).toEqual(['one\n']);
      vi.advanceTimersByTime(10);
      expect(written).toEqual(['one\n', 'two\nthree\n']);
      vi.advanceTimersByTime(100);
      log.info('four');
      vi.advanceTimersByTime(0);
      expect(written.at(-1)).toBe('four\n');
      log.info('five');
      log.close();
      expect(written.at(-1)).toBe('five\n');
    } finally {
      vi.useRealTimers();
    }
  });
});
