import { expect, test } from 'vitest';
import { readSubject, refuseAmbiguous } from '../../src/profiles/subject-name.ts';

test.each([
  ['code', 'code', 'mode'],
  ['claude-code', 'claude-code', undefined],
  ['claude-code/reviewer', 'claude-code/reviewer', 'profile'],
  ['apps/web:claude-code', 'apps/web:claude-code', 'profile'],
  ['opencode/plan', 'opencode/plan', 'profile'],
  ['opencode-like', 'opencode-like', 'mode'],
  ['mode:claude-code', 'claude-code', 'mode'],
  ['profile:claude-code', 'claude-code', 'profile'],
  ['docs/a', 'docs/a', 'mode'],
])('readSubject reads %s as %s, a %s', (text, name, kind) => {
  expect(readSubject(text)).toEqual({ name, kind });
});

test('refuseAmbiguous rejects a name shared by a mode and a profile, and shows both full names', () => {
  expect(() => refuseAmbiguous('kilo', ['code', 'kilo'])).toThrow(/'mode:kilo' or 'profile:kilo'/);
  expect(() => refuseAmbiguous('kilo', ['code'])).not.toThrow();
});
