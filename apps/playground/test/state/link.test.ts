import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxFragmentCharacters, readFragment, writeFragment } from '../../src/state/link.ts';
import { emptyState, maxFileCharacters } from '../../src/state/playground-state.ts';
import { anyState } from '../support/any-state.ts';

test('a state survives the way into a link fragment and back', async () => {
  await fc.assert(
    fc.asyncProperty(anyState, async (state) => {
      const fragment = await writeFragment(state);
      expect(fragment).toMatch(/^v1\.[\w-]*$/);
      expect(await readFragment(`#${fragment}`)).toEqual({ state: 'read', value: state });
    }),
    { numRuns: 300 },
  );
});

test('an empty fragment is an empty page, and a foreign one is reported', async () => {
  expect(await readFragment('')).toEqual({ state: 'empty' });
  expect(await readFragment('#')).toEqual({ state: 'empty' });
  expect(await readFragment('#v2.abc')).toMatchObject({
    state: 'broken',
    reason: expect.stringContaining('newer version'),
  });
  expect(await readFragment('#section')).toMatchObject({ state: 'broken' });
});

test('readFragment reads or rejects any text without an exception', async () => {
  const texts = fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' }));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(['empty', 'broken']).toContain((await readFragment(`#v1.${text}`)).state);
    }),
    { numRuns: 300 },
  );
});

test('a fragment with a missing part is reported as damaged', async () => {
  const fragment = await writeFragment({ ...emptyState, files: { ...emptyState.files, modes: 'customModes: []' } });
  for (const cut of [fragment.slice(0, -3), fragment.slice(0, 20), `${fragment.slice(0, 30)}AAAA${fragment.slice(34)}`])
    expect(await readFragment(cut)).toMatchObject({ state: 'broken' });
});

const pack = (value: unknown) => `v1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

test.each([
  ['a number for a text', { ...emptyState, files: { ...emptyState.files, modes: 1 } }],
  ['a place that is not one', { ...emptyState, files: { ...emptyState.files, serversPlace: '/etc/passwd' } }],
  [
    'a file that is too long',
    { ...emptyState, files: { ...emptyState.files, modes: 'a'.repeat(maxFileCharacters + 1) } },
  ],
  ['a version before that is broken', { ...emptyState, before: {} }],
  ['no question', { files: emptyState.files }],
  ['null', null],
  ['a list', []],
])('a link state with %s is rejected', async (_case, value) => {
  expect(await readFragment(pack(value))).toMatchObject({ state: 'broken' });
});

test('readFragment drops unknown keys of the state', async () => {
  const reading = await readFragment(pack({ ...emptyState, more: 1, files: { ...emptyState.files, __proto__x: 2 } }));
  expect(reading).toEqual({ state: 'read', value: emptyState });
});

test('readFragment does not unpack a fragment that would become huge', async () => {
  // A state as it may be, and nine million blanks.
  const json = JSON.stringify(emptyState) + ' '.repeat(9_000_000);
  const bomb = `v1.${deflateRawSync(json).toString('base64url')}`;
  expect(bomb.length).toBeLessThan(maxFragmentCharacters);
  expect(await readFragment(bomb)).toMatchObject({ state: 'broken' });
});

test('readFragment does not read a fragment longer than the page creates', async () => {
  const noise = Array.from({ length: 12_000 }, (_, index) => Math.sin(index).toString(36).slice(2, 8)).join(' ');
  const fragment = await writeFragment({ ...emptyState, files: { ...emptyState.files, modes: noise } });
  expect(fragment.length).toBeGreaterThan(maxFragmentCharacters);
  expect(await readFragment(fragment)).toMatchObject({ state: 'broken', reason: expect.stringContaining('longer') });
});
