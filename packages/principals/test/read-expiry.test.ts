import { expect, test } from 'vitest';
import { readExpiry } from '../src/commands/read-expiry.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

test.each([
  ['90m', NOW + 90 * 60_000],
  ['12h', NOW + 12 * 3_600_000],
  ['30d', NOW + 30 * 86_400_000],
  ['8w', NOW + 56 * 86_400_000],
  ['2027-01-31', Date.UTC(2027, 0, 31)],
  ['2027-01-31T12:00Z', Date.UTC(2027, 0, 31, 12)],
  ['2027-01-31T12:00:30.5+02:00', Date.UTC(2027, 0, 31, 10, 0, 30, 500)],
])('readExpiry accepts --expires %s', (text, expected) => {
  expect(readExpiry(text, NOW)).toBe(expected);
});

test.each(['', '30', '30 d', 'd', '1.5d', '-1d', '1y', 'tomorrow', '2027-13-01', '2027-01-31T12:00', '0x10d', '1e3d'])(
  'readExpiry rejects --expires %j, which is not a duration or a date',
  (text) => {
    expect(() => readExpiry(text, NOW)).toThrow('--expires must be a duration such as 12h, 30d or 8w, or a date');
  },
);

test.each(['0d', '2026-11-22', '1999-01-01', '2026-11-22T12:00Z', '999999w'])(
  'readExpiry rejects --expires %s, which is not in the future',
  (text) => {
    expect(() => readExpiry(text, NOW)).toThrow('--expires must be in the future and before the year 10000');
  },
);
