import { requireGuard, resolveHttpSettings } from '@modegate/cli-kit';
import { describe, expect, test } from 'vitest';

describe('the HTTP listen address', () => {
  test.each([
    ['0', { host: '127.0.0.1', port: 0, allowedHosts: undefined }],
    ['8080', { host: '127.0.0.1', port: 8080, allowedHosts: undefined }],
    ['localhost:1', { host: 'localhost', port: 1, allowedHosts: undefined }],
    ['[::1]:65535', { host: '::1', port: 65_535, allowedHosts: undefined }],
    ['10.0.0.7:80', { host: '10.0.0.7', port: 80, allowedHosts: ['10.0.0.7'] }],
    ['[fd00::1]:80', { host: 'fd00::1', port: 80, allowedHosts: ['[fd00::1]'] }],
  ])('resolveHttpSettings accepts --http %s', (http, expected) => {
    expect(resolveHttpSettings({ http }, {})).toMatchObject(expected);
  });

  test.each(['', ':80', 'x', '-1', '65536', '1.5', 'http://x:80', 'a b:80', '[::1]', '::1:80', '80/mcp'])(
    'resolveHttpSettings refuses --http %j and says what it expected',
    (http) => {
      expect(() => resolveHttpSettings({ http }, {})).toThrow(/--http must be a port from 0 to 65535, or host:port/);
    },
  );

  test('resolveHttpSettings returns undefined when no HTTP setting is present', () => {
    expect(resolveHttpSettings({}, { MODEGATE_HTTP: '' }, { listen: null })).toBeUndefined();
  });

  test('a flag overrides the environment, and the environment overrides the config file', () => {
    const file = { listen: '3', allowed_hosts: ['c'], limits: { max_sessions: 3, max_events: 0, drain_ms: 5 } };
    const env = { MODEGATE_HTTP: '2', MODEGATE_HTTP_ALLOWED_HOSTS: 'a, b', MODEGATE_HTTP_LIMITS: 'max_sessions=2' };
    expect(resolveHttpSettings({ http: '1', allowedHost: ['x'] }, env, file)).toMatchObject({
      port: 1,
      allowedHosts: ['x'],
    });
    expect(resolveHttpSettings({}, env, file)).toMatchObject({
      port: 2,
      allowedHosts: ['a', 'b'],
      limits: { maxSessions: 2, maxEvents: 0, drainMs: 5 },
    });
    expect(resolveHttpSettings({}, {}, file)).toMatchObject({
      port: 3,
      allowedHosts: ['c'],
      limits: { maxSessions: 3 },
    });
  });
});

test('resolveHttpSettings ignores the settings that only modes-server has', () => {
  const env = { MODEGATE_HTTP_UI: 'perhaps', MODEGATE_HTTP_METRICS: 'perhaps' };
  expect(resolveHttpSettings({ http: '0' }, env)).toEqual(resolveHttpSettings({ http: '0' }, {}));
});

test.each([
  ['max_sesions=1', /Did you mean 'max_sessions'/],
  ['constructor=1', /unknown limit 'constructor'/],
  ['max_sessions', /must be an integer from 1 to 100000, not ''/],
  ['max_sessions=1e3', /must be an integer/],
  ['max_sessions=100001', /must be an integer/],
])('resolveHttpSettings refuses the limit %s', (limit, why) => {
  expect(() => resolveHttpSettings({ http: '0', httpLimit: [limit] }, {})).toThrow(why);
});

describe('listening beyond this machine', () => {
  const settings = (http: string, allowedHost?: readonly string[]) => {
    const resolved = resolveHttpSettings({ http, ...(allowedHost && { allowedHost }) }, {});
    if (resolved === undefined) throw new Error('nothing asked for it');
    return resolved;
  };
  const guard = { isThere: true, remedy: 'Do this.' };

  test('requireGuard refuses to serve other machines without a guard', () => {
    const check = () => requireGuard(settings('0.0.0.0:1'), { isLoopback: false, guard: { ...guard, isThere: false } });
    expect(check).toThrow(
      'Serving on 0.0.0.0 accepts requests from other machines, and nothing restricts what they may do. Do this.',
    );
  });

  test('requireGuard asks for --allowed-host when serving on every address', () => {
    for (const host of ['0.0.0.0:1', '[::]:1']) {
      expect(() => requireGuard(settings(host), { isLoopback: false, guard })).toThrow(/--allowed-host/);
      expect(() => requireGuard(settings(host, ['modes.example']), { isLoopback: false, guard })).not.toThrow();
    }
    expect(() => requireGuard(settings('10.0.0.7:1'), { isLoopback: false, guard })).not.toThrow();
  });

  test('requireGuard allows serving on loopback without a guard', () => {
    expect(() => requireGuard(settings('1'), { isLoopback: true, guard: { ...guard, isThere: false } })).not.toThrow();
  });
});
