import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, test } from 'vitest';
import { followFile } from '../../src/audit-report/follow-file.ts';
import { followAuditLog } from '../../src/ui/follow-audit-log.ts';

/** The first lines that come. */
async function take<Line>(lines: AsyncIterable<Line>, count: number): Promise<readonly Line[]> {
  const taken: Line[] = [];
  for await (const line of lines) {
    taken.push(line);
    if (taken.length === count) break;
  }
  return taken;
}

const { signal } = new AbortController();

test.each([
  [4, ['cc']],
  [3, ['cc']],
  [6, ['bb', 'cc']],
  [9, ['aa', 'bb', 'cc']],
  [1000, ['aa', 'bb', 'cc']],
])('followFile starts with the lines that begin in the last %i bytes', async (lastBytes, expected) => {
  const file = join(createFolder(), 'log');
  writeFileSync(file, 'aa\nbb\ncc\n');
  expect(await take(followFile(file, { from: { lastBytes }, signal }), expected.length)).toEqual(expected);
});

test('followFile skips a line that is longer than its range, and returns the next one', async () => {
  const file = join(createFolder(), 'log');
  writeFileSync(file, `${'x'.repeat(100)}\n`);
  const lines = followFile(file, { from: { lastBytes: 10 }, signal, pollMs: 5 });
  const taking = take(lines, 1);
  appendFileSync(file, 'next\n');
  expect(await taking).toEqual(['next']);
});

test('audit lines on the page contain no arguments of the call, and invalid lines are skipped', async () => {
  const file = join(createFolder(), 'log');
  const line = {
    at: '2026-11-22T10:00:00Z',
    tool: 'read_file',
    allowed: false,
    code: 'NO',
    arguments: { path: 'secret' },
  };
  writeFileSync(file, `{"half\n${JSON.stringify(line)}\n`);
  const [entry] = await take(followAuditLog(file, signal), 1);
  expect(entry).toMatchObject({ tool: 'read_file', allowed: false, code: 'NO', event: 'decision' });
  expect(JSON.stringify(entry)).not.toContain('secret');
});
