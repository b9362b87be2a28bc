import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../src');

test('the MCP SDK is loaded only by the first remote server, so that all others start without it', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const lines = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes("'@modelcontextprotocol/"))
      .map((line) => ({ file, line: line.trim() })),
  );
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(({ line }) => !/^import type |await import\(/u.test(line))).toEqual([]);
  expect(new Set(lines.map(({ file }) => file))).toEqual(new Set([join('remote', 'remote-client.ts')]));
});
