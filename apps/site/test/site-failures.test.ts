import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addressOf, resolveLink } from '../.vitepress/pages.ts';
import { siteFailures } from '../site-failures.ts';

const site = mkdtempSync(join(tmpdir(), 'modegate-site-'));
afterAll(() => rmSync(site, { recursive: true, force: true }));

test('a built page may link only to existing pages and headings, and loads nothing from other sites', () => {
  mkdirSync(join(site, 'rules'));
  writeFileSync(join(site, 'rules/index.html'), '<h1 id="rules">Rules</h1><a href="../index.html#top">up</a>');
  writeFileSync(
    join(site, 'index.html'),
    '<h1 id="top"></h1><a href="/base/rules/">a</a> <a class="x" href="/base/rules/#rules">b</a> <a href="https://x.example/">c</a>' +
      '<a href="/base/gone.html">d</a> <a href="/base/rules/#gone">e</a> <script src="https://cdn.example/a.js"></script>',
  );
  writeFileSync(join(site, 'style.css'), '@font-face { src: url("//fonts.example/a.woff2"); }');
  expect(siteFailures(site, '/base/').toSorted()).toEqual([
    'index.html loads https://cdn.example/a.js',
    'index.html: the link /base/gone.html leads to no page',
    'index.html: the link /base/rules/#gone leads to no heading',
    'style.css loads //fonts.example/a.woff2',
  ]);
});

test('each document has one address, and its links lead to such addresses or to the repository', () => {
  expect(
    ['README.md', 'docs/hooks/codex.md', 'docs/rules/README.md', 'packages/json/README.md'].map(addressOf),
  ).toEqual(['index.md', 'hooks/codex.md', 'rules/index.md', 'packages/json.md']);
  expect(resolveLink('docs/gateway.md', 'modes-server.md#install')).toBe('/modes-server.md#install');
  expect(resolveLink('docs/ci.md', 'rules')).toBe('/rules/index.md');
  expect(resolveLink('docs/deployment.md', '../deploy')).toBe('https://github.com/modegate/modegate/tree/main/deploy');
  expect(resolveLink('docs/deployment.md', '../deploy/compose/nginx.conf')).toBe(
    'https://github.com/modegate/modegate/blob/main/deploy/compose/nginx.conf',
  );
  expect(resolveLink('docs/ci.md', '#exit-codes')).toBe('#exit-codes');
  expect(resolveLink('docs/ci.md', 'https://example.org/a.md')).toBe('https://example.org/a.md');
});
