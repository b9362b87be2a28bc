import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAuditLog } from '../src/audit-log.ts';
import { createProject } from './support/open-server.ts';

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
