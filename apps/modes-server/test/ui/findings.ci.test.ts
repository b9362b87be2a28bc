import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolder, runScript, writeFiles } from '@modegate/cli-kit/testing';
import { expect, test } from 'vitest';
import { builtServer } from '../support/built-server.ts';
import { startUi } from './support.ts';

const checker = join(dirname(builtServer), '../../modegate/dist/cli.js');

interface Found {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
}

const essence = (findings: readonly Found[]) =>
  findings.map(({ rule, severity, message }) => `${rule} ${severity} ${message}`).toSorted();

test('the page shows the findings of `modegate check` with the settings and the baseline, and follows changes', async () => {
  const ui = await startUi(['--offline']);
  const { origin, hash } = new URL(ui.url);
  const headers = { authorization: `Bearer ${hash.slice('#token='.length)}`, 'content-type': 'application/json' };
  const overview = async () =>
    (await fetch(`${origin}/api/overview`, { method: 'POST', headers, body: '{}' })).json() as Promise<{
      readonly findings: readonly Found[];
      readonly checkFailure?: string;
    }>;
  const place = { cwd: ui.root, home: createFolder() };
  const check = async (...flags: readonly string[]) =>
    JSON.parse((await runScript(checker, ['check', '--format', 'json', ...flags], place)).stdout).findings;
  const asTheChecker = async () => {
    const found = (await check()).filter(({ suppressed }: { suppressed?: unknown }) => !suppressed);
    await expect.poll(async () => essence((await overview()).findings), { timeout: 10_000 }).toEqual(essence(found));
    return found.length;
  };
  const all = await asTheChecker();
  expect(all).toBeGreaterThan(1);
  writeFiles(ui.root, { 'modegate.config.json': '{ "persona": "audit", "rules": { "M040": "off" } }' });
  expect(await asTheChecker()).not.toBe(all);
  writeFiles(ui.root, { 'modegate.config.json': '{ "baseline": "known.json" }' });
  await runScript(checker, ['check', '--write-baseline'], place);
  expect(await asTheChecker()).toBe(0);
  writeFiles(ui.root, { 'modegate.config.json': '{ "baseline": ' });
  await expect.poll(async () => (await overview()).checkFailure, { timeout: 10_000 }).toContain('modegate.config.json');
  rmSync(join(ui.root, 'modegate.config.json'));
  expect(await asTheChecker()).toBe(all);
}, 60_000);
