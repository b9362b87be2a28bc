import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const dist = new URL('../dist/', import.meta.url);

test('the built package imports nothing but its own files and starts no timer', async () => {
  const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'));
  expect(files).toContain('index.js');
  for (const file of files) {
    const code = await readFile(new URL(file, dist), 'utf8');
    for (const [, from] of code.matchAll(/^(?:import|export)\b[^'"]*['"]([^'"]+)['"]/gm))
      expect(from).toMatch(/^\.\.?\//);
    expect(code).not.toMatch(/\b(setTimeout|setInterval|process|require)\b\s*[.(]/);
  }
});
