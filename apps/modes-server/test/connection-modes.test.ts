import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConnectionModesOptions, createConnectionModes } from '../src/sessions/connection-modes.ts';

function open(options: Partial<ConnectionModesOptions> = {}) {
  const changed: string[] = [];
  const modes = createConnectionModes({
    initial: () => undefined,
    needsConsent: false,
    onChange: (connectionId) => changed.push(connectionId),
    ...options,
  });
  return { modes, changed };
}

const session = (sessionId: string, mode: string, version = 1) => ({ sessionId, mode, version });

describe('the mode of a connection', () => {
  test('the mode of a connection is the initial one, then that of the session it entered last', () => {
    const { modes, changed } = open({ initial: () => 'code' });
    expect([modes.modeOf('c1'), modes.sessionOf('c1')]).toEqual(['code', undefined]);
    modes.enter('c1', session('s1', 'code'));
    modes.enter('c1', session('s2', 'ask'));
    expect([modes.modeOf('c1'), modes.sessionOf('c1'), modes.modeOf('c2')]).toEqual(['ask', 's2', 'code']);
    expect(changed).toEqual(['c1']);
  });

  test('the mode of a connection changes with its session, for everyone who works in it', () => {
    const { modes, changed } = open();
    for (const id of ['c1', 'c2']) modes.enter(id, session('s1', 'code'));
    modes.enter('c3', session('s2', 'code'));
    changed.length = 0;
    modes.switched(session('s1', 'ask', 2));
    expect(['c1', 'c2', 'c3'].map(modes.modeOf)).toEqual(['ask', 'ask', 'code']);
    expect(changed).toEqual(['c1', 'c2']);
  });

  test('the mode of a connection is not reset by an older state of its session', () => {
    const { modes } = open();
    modes.enter('c1', session('s1', 'code', 1));
    modes.switched(session('s1', 'ask', 3));
    modes.switched(session('s1', 'architect', 2));
    modes.enter('c1', session('s1', 'code', 1));
    expect(modes.modeOf('c1')).toBe('ask');
  });

  test('the mode of a connection falls back to the parent session, or the initial mode, when its session ends', () => {
    const { modes } = open({ initial: () => 'ask' });
    modes.enter('c1', session('child', 'code'));
    modes.ended('child', session('parent', 'architect', 4));
    expect([modes.modeOf('c1'), modes.sessionOf('c1')]).toEqual(['architect', 'parent']);
    modes.ended('parent', undefined);
    expect([modes.modeOf('c1'), modes.sessionOf('c1')]).toEqual(['ask', undefined]);
  });

  test('the mode of a connection is not that of a parent it did not open, where modes need consent', () => {
    const { modes } = open({ needsConsent: true, initial: () => 'ask' });
    modes.enter('c1', session('parent', 'code'));
    for (const id of ['c1', 'c2']) modes.enter(id, session('child', 'ask'));
    modes.ended('child', session('parent', 'code'));
    expect(['c1', 'c2'].map(modes.modeOf)).toEqual(['code', 'ask']);
  });

  test('the state of a connection is forgotten when it ends', () => {
    const { modes } = open();
    modes.enter('c1', session('s1', 'code'));
    modes.forget('c1');
    expect([modes.modeOf('c1'), modes.hasAgreed('c1', { sessionId: 's1', mode: 'x' }), modes.sessions]).toEqual([
      undefined,
      false,
      [],
    ]);
  });
});

describe('the sessions that a connection may act in', () => {
  const of = (sessionId: string, mode = 'code') => ({ sessionId, mode });

  test('a connection may act in the sessions that the user agreed to, in their mode, until they end', () => {
    const { modes } = open();
    modes.agree('c1', of('s2'));
    expect([of('s1'), of('s2'), of('s2', 'ask')].map((it) => modes.hasAgreed('c1', it))).toEqual([false, true, false]);
    expect(modes.hasAgreed('c2', of('s2'))).toBe(false);
    modes.ended('s2', undefined);
    expect(modes.hasAgreed('c1', of('s2'))).toBe(false);
  });

  test('security L9: sessions need consent again when the connection changes its mode', () => {
    const { modes } = open();
    modes.enter('c1', session('s1', 'code'));
    modes.agree('c1', of('s2'));
    modes.enter('c1', session('s3', 'ask'));
    expect([of('s1'), of('s2')].map((it) => modes.hasAgreed('c1', it))).toEqual([false, false]);
  });

  test('the number of sessions that a connection may act in is limited', () => {
    const { modes } = open();
    for (let count = 0; count < 1_500; count += 1) modes.agree('c1', of(`s${count}`));
    expect(modes.hasAgreed('c1', of('s0'))).toBe(false);
    expect(modes.hasAgreed('c1', of('s1499'))).toBe(true);
  });
});

const ids = fc.constantFrom('c1', 'c2');
const sessions = fc.record({
  sessionId: fc.constantFrom('s1', 's2', 's3'),
  mode: fc.constantFrom('a', 'b', 'c'),
  version: fc.integer({ min: 1, max: 5 }),
});
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('enter' as const), id: ids, to: sessions }),
    fc.record({ do: fc.constant('switched' as const), to: sessions }),
    fc.record({ do: fc.constant('ended' as const), to: sessions, parent: fc.option(sessions, { nil: undefined }) }),
    fc.record({ do: fc.constant('forget' as const), id: ids }),
  ),
  { maxLength: 30 },
);

test('a listener for every change knows the mode of each open connection', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const known = new Map<string, string | undefined>();
      const modes = createConnectionModes({
        initial: () => 'start',
        needsConsent: false,
        onChange: (id) => known.set(id, modes.modeOf(id)),
      });
      for (const step of all) {
        if (step.do === 'enter') modes.enter(step.id, step.to);
        else if (step.do === 'switched') modes.switched(step.to);
        else if (step.do === 'ended') modes.ended(step.to.sessionId, step.parent);
        else {
          modes.forget(step.id);
          known.delete(step.id);
        }
        for (const id of ['c1', 'c2']) expect(known.get(id) ?? 'start').toBe(modes.modeOf(id));
      }
    }),
  );
});
