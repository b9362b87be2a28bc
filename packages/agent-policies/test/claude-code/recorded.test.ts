import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareSession, countCalls, type RecordedSession } from './recorded-sessions.ts';

// `pnpm test:agents claude-code` asks Claude Code itself, and writes the file with `--update`.
const [, ...lines] = readFileSync(join(import.meta.dirname, 'recorded-sessions.jsonl'), 'utf8')
  .trim()
  .split('\n');
const sessions = lines.map((line) => JSON.parse(line) as RecordedSession);

test('recorded answers of Claude Code 2.1.330 match: none wider, at most 2 % stricter, at most 5 % unknown', () => {
  const count = sessions.reduce((sum, session) => sum + countCalls(session), 0);
  const different = sessions.flatMap(compareSession);
  const of = (kind: string) => different.filter((one) => one.kind === kind).map((one) => one.text);
  expect(count).toBeGreaterThan(2000);
  expect([...of('wider'), ...of('unclear')]).toEqual([]);
  expect(of('stricter').length, of('stricter').join('\n')).toBeLessThanOrEqual(count * 0.02);
  expect(of('unknown').length, of('unknown').join('\n')).toBeLessThanOrEqual(count * 0.05);
});
