import { describe, expect, test } from 'vitest';
import { resolveDatabase as resolve } from '../../src/settings/database-settings.ts';
import { resolveSettings } from '../../src/settings/settings.ts';
import { createSettingsReader, type SettingsFlags } from '../../src/settings/settings-reader.ts';
import type { SettingsFile } from '../../src/settings/settings-schema.ts';

const url = 'postgres://modes@db.example:5432/modegate';

function resolveDatabase(flags: SettingsFlags, env: Record<string, string>, database: SettingsFile['database'] = {}) {
  return resolve(createSettingsReader(flags, env), { database });
}

describe('database settings', () => {
  test('the settings name no database by default', () => {
    expect(resolveDatabase({}, {}, {})).toBeUndefined();
  });

  test('a --database flag takes precedence over the environment, and the environment over the file', () => {
    const file = { url: 'postgres://file/db', schema: 'team', max_connections: 4 };
    expect(resolveDatabase({}, {}, file)).toMatchObject({
      url: 'postgres://file/db',
      schema: 'team',
      maxConnections: 4,
    });
    const env = { MODEGATE_DATABASE: 'postgresql://env/db' };
    expect(resolveDatabase({}, env, file)?.url).toBe('postgresql://env/db');
    expect(resolveDatabase({ database: url }, env, file)?.url).toBe(url);
  });

  test('a database password may be in a variable or a file, and never in an argument', () => {
    const secret = 'postgres://modes:hunter2@db.example/modegate';
    expect(resolveDatabase({}, { MODEGATE_DATABASE: secret })?.url).toBe(secret);
    for (const argument of [secret, 'postgres://modes@db/x?password=hunter2', 'postgres://m:hun/ter2@db/x']) {
      const refused = () => resolveDatabase({ database: argument }, {});
      expect(refused).toThrow(/--database must not contain a password/);
      expect(refused).not.toThrow(/hunter2|ter2/);
    }
  });

  test.each([
    ['db.example/modegate', /must be a URL such as/],
    ['mysql://db.example/modegate', /not a URL that begins with 'mysql:'/],
    ['postgres://db.example', /the host must be followed by exactly one database name/],
    ['postgres://modes:a/b@db.example/modegate', /must be a URL|exactly one database name/],
  ])('the database address %s is rejected with the expected form, and only its beginning is repeated', (text, why) => {
    expect(() => resolveDatabase({}, { MODEGATE_DATABASE: text })).toThrow(why);
    expect(() => resolveDatabase({}, { MODEGATE_DATABASE: text })).not.toThrow(/a\/b/);
  });

  test('a database and a session storage folder cannot be combined', () => {
    expect(() => resolveSettings({ database: url, sessionStorage: '/tmp/x' }, {})).toThrow(/Remove either --database/);
  });
});

describe('the address for other instances', () => {
  test.each([
    ['10.0.0.7:8081', { host: '10.0.0.7', port: 8081 }],
    ['[fd00::7]:8081', { host: 'fd00::7', port: 8081 }],
    ['modes-1:0', { host: 'modes-1', port: 0 }],
  ])('--relay accepts the address %s', (relay, expected) => {
    expect(resolveDatabase({ database: url, relay }, {})?.relay).toEqual(expected);
  });

  test.each([
    ['8081', /must be the host:port/],
    ['host:99999', /must be the host:port/],
    ['0.0.0.0:8081', /this is a wildcard address, so other instances cannot connect to it/],
    ['[::]:8081', /this is a wildcard address/],
  ])('--relay rejects the address %s', (relay, why) => {
    expect(() => resolveDatabase({ database: url, relay }, {})).toThrow(why);
  });

  test('--relay needs a database', () => {
    expect(() => resolveDatabase({ relay: '10.0.0.7:8081' }, {})).toThrow(/--relay requires a database/);
  });
});
