import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/messages.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

test('docs/messages.md shows fifty messages exactly as the programs print them', () => {
  const sources = globSync('{packages,apps}/*/src/**/*.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const text = sources.join('\n').replaceAll(/\\(['"`\\])/g, '$1');
  const missing = rows.flatMap(([, , , , after = '']) =>
    after
      .replaceAll('&lt;', '<')
      .replaceAll(/\\([*|])/g, '$1')
      .split('…')
      .map((part) => part.trim())
      .filter((part) => part.length > 3 && !text.includes(part)),
  );
  expect(missing).toEqual([]);
  expect(rows).toHaveLength(50);
});
