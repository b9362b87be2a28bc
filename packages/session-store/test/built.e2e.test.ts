import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundleForBrowser } from '../../../test/support/built-module.ts';

const dist = new URL('../dist/', import.meta.url);
const world = /\b(setTimeout|setInterval|process|require)\b\s*[.(]/;

test('the built package imports only its own files, apart from its databases', async () => {
  const all = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'));
  const files = all.filter((file) => !/^(sqlite|postgres)\b/.test(file));
  expect(files).toContain('index.js');
  for (const file of files) {
    const code = await readFile(new URL(file, dist), 'utf8');
    for (const [, from] of code.matchAll(/^(?:import|export)\b[^'"]*['"]([^'"]+)['"]/gm))
      expect(from).toMatch(/^\.\.?\//);
  }
});

test('the main entry and everything it reaches use nothing of Node and start no timer', async () => {
  const { text } = await bundleForBrowser(fileURLToPath(new URL('index.js', dist)));
  expect(text.length).toBeGreaterThan(1_000);
  expect(text).not.toMatch(world);
});
