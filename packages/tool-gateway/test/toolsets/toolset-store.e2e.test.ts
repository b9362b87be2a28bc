import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseToolsetFile } from '../../src/toolsets/toolset-file.ts';

const run = promisify(execFile);
const builder = join(import.meta.dirname, '..', 'support', 'toolset-builder.ts');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'modegate-toolsets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('sets that four processes build simultaneously are all kept, and each project has its own last set', async () => {
  const path = join(folder, 'state', 'toolsets.json');
  const processes = ['north', 'east', 'south', 'west'];
  const outputs = await Promise.all(
    processes.map((name) => run(process.execPath, ['--conditions=@modegate/source', builder, path, '5', name])),
  );
  expect(outputs.map(({ stdout, stderr }) => [stdout, stderr])).toEqual(processes.map(() => ['5\n', '']));
  const parsed = parseToolsetFile(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(parsed.reason);
  expect([...parsed.file.toolsets.keys()].toSorted()).toEqual(
    processes.flatMap((name) => [0, 1, 2, 3, 4].map((index) => `${name}-${index}`)).toSorted(),
  );
  expect(Object.fromEntries(parsed.file.lastEquipped)).toEqual(
    Object.fromEntries(processes.map((name) => [`/${name}`, `${name}-4`])),
  );
});
