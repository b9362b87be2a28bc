import { memoryFiles } from '@modegate/project';
import { afterEach, expect, test, vi } from 'vitest';
import { useShortRunFlags } from '../src/project/v8-flags.ts';

const v8 = process.getBuiltinModule('node:v8');

afterEach(() => vi.useRealTimers());

test.each([
  ['small', 'x'.repeat(1000), [], []],
  ['large', 'x'.repeat(128 * 1024), [['--semi-space-growth-factor=1'], ['--no-turbofan']], [['--turbofan']]],
])(
  'a %s file is read unchanged, and V8 flags are set only for a large file in a short run',
  async (_size, text, told, later) => {
    vi.useFakeTimers();
    const setFlags = vi.spyOn(v8, 'setFlagsFromString').mockReturnValue(undefined);
    const files = useShortRunFlags(memoryFiles({ '.roomodes': text }));
    expect(await files.read('.roomodes')).toEqual({ state: 'read', text });
    expect(setFlags.mock.calls).toEqual(told);
    vi.advanceTimersByTime(60_000);
    expect(setFlags.mock.calls).toEqual([...told, ...later]);
  },
);
