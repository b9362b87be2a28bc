import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createConfigurationMode, startsConfiguring } from '../../src/toolsets/configuration-mode.ts';

function modeOf(initial: boolean) {
  const changes: string[] = [];
  const asked: string[] = [];
  const mode = createConfigurationMode({
    presentation: 'modal',
    initial: (connectionId) => {
      asked.push(connectionId);
      return initial;
    },
  });
  mode.onChange((connectionId) => changes.push(connectionId));
  return { mode, changes, asked };
}

describe('configuration mode', () => {
  test.each([true, false])('configuration mode has its initial value (%j), which is read once', (initial) => {
    const { mode, asked, changes } = modeOf(initial);
    expect(mode.isConfiguring('c1')).toBe(initial);
    expect(mode.isConfiguring('c1')).toBe(initial);
    expect(asked).toEqual(['c1']);
    expect(changes).toEqual([]);
  });

  test('entering and leaving configuration mode are announced once each', () => {
    const { mode, changes } = modeOf(false);
    expect([mode.enter('c1'), mode.enter('c1'), mode.exit('c1'), mode.exit('c1')]).toEqual([true, false, true, false]);
    expect(changes).toEqual(['c1', 'c1']);
  });

  test('a change that another one covers is not announced', () => {
    const { mode, changes } = modeOf(true);
    expect(mode.exit('c1', { announce: false })).toBe(true);
    expect(mode.isConfiguring('c1')).toBe(false);
    expect(changes).toEqual([]);
  });

  test('the new state is in effect when the change is announced', () => {
    const seen: boolean[] = [];
    const mode = createConfigurationMode({ presentation: 'modal', initial: () => false });
    mode.onChange((connectionId) => seen.push(mode.isConfiguring(connectionId)));
    mode.enter('c1');
    mode.exit('c1');
    expect(seen).toEqual([true, false]);
  });

  test('a connection that has ended starts again with the initial mode', () => {
    const { mode, asked } = modeOf(true);
    mode.exit('c1');
    mode.forget('c1');
    expect(mode.isConfiguring('c1')).toBe(true);
    expect(asked).toEqual(['c1', 'c1']);
  });

  test('a connection is in the mode last set for it, and other connections are unaffected', () => {
    const step = fc.record({ verb: fc.constantFrom('enter', 'exit'), id: fc.constantFrom('c1', 'c2', '__proto__') });
    fc.assert(
      fc.property(fc.boolean(), fc.array(step), (initial, steps) => {
        const { mode, changes } = modeOf(initial);
        const expected = new Map<string, boolean>();
        let effective = 0;
        for (const { verb, id } of steps) {
          const before = expected.get(id) ?? initial;
          const after = verb === 'enter';
          if (before !== after) effective += 1;
          expected.set(id, after);
          mode[verb as 'enter' | 'exit'](id);
        }
        for (const id of ['c1', 'c2', '__proto__']) expect(mode.isConfiguring(id)).toBe(expected.get(id) ?? initial);
        expect(changes).toHaveLength(effective);
      }),
    );
  });
});

test('only a modal presentation that would show nothing begins in configuration mode', () => {
  for (const presentation of ['modal', 'flat', 'off'] as const) {
    for (const unequipped of ['all', 'none'] as const) {
      for (const isEquipped of [true, false]) {
        expect(startsConfiguring({ presentation, unequipped, isEquipped })).toBe(
          presentation === 'modal' && unequipped === 'none' && !isEquipped,
        );
      }
    }
  }
});
