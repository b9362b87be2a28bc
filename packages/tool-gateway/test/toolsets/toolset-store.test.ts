import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateFile } from '@modegate/text-files';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Toolset } from '../../src/toolsets/toolset.ts';
import { createToolsetStore, type ToolsetStore } from '../../src/toolsets/toolset-store.ts';
import { createMemoryToolsetStore } from '../support/memory-toolset-store.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'modegate-toolsets-'));
  path = join(folder, 'state', 'toolsets.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const toolset = (name: string): Toolset => ({
  name,
  tools: [{ namespacedName: 'alpha.echo', refId: 'a1', server: 'alpha' }],
  createdAt: 1,
  lastModified: 1,
});

const put = (store: ToolsetStore, name: string) =>
  store.update(() => ({ change: { put: toolset(name) }, result: `put ${name}` }));

async function namesIn(store: ToolsetStore): Promise<readonly string[] | string> {
  const read = await store.read();
  return read.ok ? [...read.file.toolsets.keys()] : read.reason;
}

describe.each([
  ['a file', () => createToolsetStore({ text: stateFile(path) })],
  ['memory', () => createMemoryToolsetStore()],
])('a store in %s', (_, createStore) => {
  test('a store begins empty', async () => {
    expect(await namesIn(createStore())).toEqual([]);
  });

  test('a store keeps what is put, and passes on the result of the plan', async () => {
    const store = createStore();
    expect(await put(store, 'one')).toMatchObject({ ok: true, result: 'put one' });
    expect(await namesIn(store)).toEqual(['one']);
  });

  test('an update returns the file that it wrote', async () => {
    const updated = await put(createStore(), 'one');
    expect(updated.ok && [...updated.file.toolsets.keys()]).toEqual(['one']);
  });

  test('a store plan without a change writes nothing', async () => {
    const store = createStore();
    expect(await store.update(() => ({ result: 7 }))).toMatchObject({ ok: true, result: 7 });
    expect(existsSync(path)).toBe(false);
  });

  test('a store keeps all of five simultaneous updates', async () => {
    const store = createStore();
    const names = ['one', 'two', 'three', 'four', 'five'];
    await Promise.all(names.map((name) => put(store, name)));
    expect(await namesIn(store)).toEqual(names);
  });

  test('a plan that throws is reported as a failure with its reason', async () => {
    const failed = await createStore().update(() => {
      throw new Error('no such luck');
    });
    expect(failed).toEqual({ ok: false, reason: 'no such luck' });
  });
});

describe('a store in a file', () => {
  test('several stores of one file see the changes of each other', async () => {
    const [one, two] = [createToolsetStore({ text: stateFile(path) }), createToolsetStore({ text: stateFile(path) })];
    await Promise.all([put(one, 'from-one'), put(two, 'from-two')]);
    expect(await namesIn(one)).toEqual(await namesIn(two));
    expect(await namesIn(one)).toHaveLength(2);
  });

  test.each([
    ['cut short', '{"toolsets": {"set-a": {'],
    ['not an object', '[1, 2]'],
    ['not text', '\u0000\u0000'],
  ])('a file that is %s is left unchanged, byte for byte', async (_, text) => {
    mkdirSync(join(folder, 'state'));
    writeFileSync(path, text);
    const store = createToolsetStore({ text: stateFile(path) });
    expect(await namesIn(store)).toContain(path);
    expect(await put(store, 'one')).toMatchObject({ ok: false, reason: expect.stringContaining('was not changed') });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('a file that is not UTF-8 is left unchanged', async () => {
    mkdirSync(join(folder, 'state'));
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    writeFileSync(path, bytes);
    expect(await put(createToolsetStore({ text: stateFile(path) }), 'one')).toMatchObject({ ok: false });
    expect(readFileSync(path)).toEqual(bytes);
  });

  test('a store file that is a folder causes an answer, not a crash', async () => {
    mkdirSync(path, { recursive: true });
    expect(await namesIn(createToolsetStore({ text: stateFile(path) }))).toContain('folder');
    expect(await put(createToolsetStore({ text: stateFile(path) }), 'one')).toMatchObject({ ok: false });
  });

  test('a store file whose folder cannot be created causes an answer, not a crash', async () => {
    writeFileSync(join(folder, 'state'), 'a file in the way');
    const store = createToolsetStore({ text: stateFile(path) });
    expect(await put(store, 'one')).toMatchObject({ ok: false, reason: expect.stringContaining(path) });
  });

  test('a store file that is too large is not read', async () => {
    mkdirSync(join(folder, 'state'));
    writeFileSync(path, JSON.stringify({ padding: 'x'.repeat(2_000) }));
    expect(await namesIn(createToolsetStore({ text: stateFile(path), maxBytes: 1_000 }))).toContain('1000');
  });

  test('a store file does not grow beyond its bound, and the failure says what to do', async () => {
    const store = createToolsetStore({ text: stateFile(path), maxBytes: 500 });
    await put(store, 'one');
    const before = readFileSync(path, 'utf8');
    let last = await put(store, 'two');
    for (let index = 3; last.ok && index < 10; index += 1) last = await put(store, `set-${index}`);
    expect(last).toMatchObject({ ok: false, reason: expect.stringContaining('Delete toolsets') });
    expect(readFileSync(path, 'utf8').length).toBeLessThanOrEqual(500);
    expect(before.length).toBeLessThan(500);
  });
});
