import { memoryFiles } from '@modegate/project';
import { afterEach, expect, test, vi } from 'vitest';
import { inLittleMemory } from '../src/project/little-memory.ts';

const v8 = process.getBuiltinModule('node:v8');

afterEach(() => v8.setFlagsFromString('--semi-space-growth-factor=2'));

test.each([
  ['small', 'x'.repeat(1000), []],
  ['large', 'x'.repeat(128 * 1024), [['--semi-space-growth-factor=1']]],
])('a %s file is read as it is, and tells V8 to save memory only where it is large', async (_size, text, told) => {
  const setFlags = vi.spyOn(v8, 'setFlagsFromString').mockReturnValue(undefined);
  const files = inLittleMemory(memoryFiles({ '.roomodes': text }));
  expect(await files.read('.roomodes')).toEqual({ state: 'read', text });
  expect(setFlags.mock.calls).toEqual(told);
});
