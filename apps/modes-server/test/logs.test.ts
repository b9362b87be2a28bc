import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAuditLog } from '../src/audit-log.ts';
import { createLog } from '../src/log.ts';
import { createProject } from './support/open-server.ts';

const now = () => new Date(Date.UTC(2026, 0, 2));

describe('log', () => {
  test('writes what is at or above the level, one line an entry, to stderr and to the file', () => {
    const lines: string[] = [];
    const file = join(createProject({}), 'deep/server.log');
    const log = createLog({ level: 'WARNING', name: 'modes', file, now, writeStderr: (line) => void lines.push(line) });
    log.info('quiet');
    log.warning('first\nsecond');
    log.error('broken', new Error('cause'));
    log.close();
    expect(lines[0]).toBe('2026-01-02T00:00:00.000Z - modes - WARNING - first | second\n');
    expect(lines[1]).toMatch(/ERROR - broken: Error: cause \| .*\n$/);
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  });

  test('follows the format', () => {
    const lines: string[] = [];
    createLog({
      level: 'DEBUG',
      name: 'modes',
      format: '[%(levelname)s] %(message)s %(other)s',
      now,
      writeStderr: (line) => void lines.push(line),
    }).debug('hello');
    expect(lines).toEqual(['[DEBUG] hello %(other)s\n']);
  });

  test('does without a file that cannot be opened, and says so', () => {
    const lines: string[] = [];
    createLog({
      level: 'INFO',
      name: 'modes',
      file: join(createProject({ file: '' }), 'file/x.log'),
      now,
      writeStderr: (line) => void lines.push(line),
    }).info('hello');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('could not be opened');
  });
});

describe('audit log', () => {
  const entry = (tool: string) =>
    ({
      at: '',
      session_id: 's',
      task_id: 't',
      mode: 'm',
      tool,
      allowed: true,
      rule: { layer: 'default', pointer: '/x', text: 'rule x' },
    }) as const;

  test('appends one JSON object a line, in order, for its owner only', async () => {
    const file = join(createProject({}), 'logs/audit.jsonl');
    const first = await openAuditLog(file, () => undefined);
    for (let index = 0; index < 1000; index++) void first.append(entry(`tool${index}`));
    await first.close();
    const second = await openAuditLog(file, () => undefined);
    await second.append(entry('last\nforged'));
    await second.close();
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { tool: string });
    expect(lines).toHaveLength(1001);
    expect(lines.slice(0, 1000).map((line) => line.tool)).toEqual(
      Array.from({ length: 1000 }, (_, index) => `tool${index}`),
    );
    expect(lines.at(-1)?.tool).toBe('last\nforged');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('lets calls wait when the disk does not keep up, and loses no line', async () => {
    const file = join(createProject({}), 'audit.jsonl');
    const log = await openAuditLog(file, () => undefined);
    const waits = Array.from({ length: 3000 }, (_, index) => log.append(entry(`tool${index}`)));
    expect(waits[0]).toBeUndefined();
    expect(waits.at(-1)).toBeInstanceOf(Promise);
    for (const wait of waits) await wait;
    await log.close();
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(3000);
  });

  test('refuses to start without the file', async () => {
    await expect(openAuditLog(join(createProject({ file: '' }), 'file/audit.jsonl'), () => undefined)).rejects.toThrow(
      /could not be opened/,
    );
  });

  test.skipIf(process.platform !== 'linux')('tells when the disk is full', async () => {
    const failures: unknown[] = [];
    const log = await openAuditLog('/dev/full', (error) => void failures.push(error));
    await log.append(entry('x'));
    await log.close();
    expect(failures.length).toBeGreaterThan(0);
  });
});
