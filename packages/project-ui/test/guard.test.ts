import { expect, test } from 'vitest';
import { refusalOf } from '../src/server/guard.ts';

const isLetIn = (headers: Record<string, string>, port = 4000) => refusalOf(headers, port) === undefined;

test.each([
  [{ host: '127.0.0.1:4000' }, 4000, true],
  [{ host: 'LOCALHOST:4000' }, 4000, true],
  [{ host: '127.0.0.1' }, 4000, false],
  [{ host: '127.0.0.1' }, 80, true],
  [{ host: 'localhost:80' }, 80, true],
  [{ host: '[::1]:4000' }, 4000, false],
  [{ host: '127.0.0.1:4000.evil.example' }, 4000, false],
  [{ host: '127.0.0.1:4000', origin: 'http://localhost:4000' }, 4000, false],
  [{ host: '127.0.0.1:4000', origin: 'https://127.0.0.1:4000' }, 4000, false],
  [{ host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' }, 4000, true],
])('a request with %j at port %i is let in: %j', (headers, port, expected) =>
  expect(isLetIn(headers, port)).toBe(expected),
);

test('a link from elsewhere opens the page, and asks for nothing', () => {
  const headers = { host: '127.0.0.1:4000', 'sec-fetch-site': 'cross-site' };
  const opening = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect(isLetIn({ ...headers, ...opening })).toBe(true);
  expect(isLetIn({ ...headers, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).toBe(false);
  expect(isLetIn({ ...headers, ...opening, 'sec-fetch-dest': 'iframe' })).toBe(false);
  expect(isLetIn({ ...headers, ...opening, origin: 'https://evil.example' })).toBe(false);
});
