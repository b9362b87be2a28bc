import { expect, test } from 'vitest';
import { createAccess } from '../src/server/access.ts';

test('an access code expires after a minute', () => {
  let now = 0;
  const access = createAccess(() => now);
  const code = access.issueCode();
  now = 60_001;
  expect(access.redeem(code)).toBeUndefined();
  now = 60_000;
  expect(access.redeem(code)).toBe(access.token);
});

test('each program has a different token of 256 bits', () => {
  const [one, other] = [createAccess().token, createAccess().token];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, 'base64url')).toHaveLength(32);
});
