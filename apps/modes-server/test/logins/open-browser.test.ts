import { expect, test } from 'vitest';
import { hasDesktop } from '../../src/logins/open-browser.ts';

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['freebsd', { DISPLAY: ':0' }, true],
  ['darwin', {}, true],
  ['darwin', { SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22' }, false],
  ['win32', {}, true],
] as const)('the availability of a browser on %s with %j is %j', (platform, env, expected) =>
  expect(hasDesktop(platform, env)).toBe(expected),
);
