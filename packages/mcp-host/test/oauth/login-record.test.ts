import { findLogin, type Login, parseLogins, printLogins, withLogin } from '@modegate/mcp-host/oauth';
import { expect, test } from 'vitest';

const login: Login = {
  server: 'github',
  url: 'https://mcp.example/mcp',
  issuer: 'https://issuer.example',
  resource: 'https://mcp.example/mcp',
  client_id: 'c',
  client_authentication: 'none',
  access_token: 'secret-token',
  logged_in_at: '2026-11-22T10:00:00.000Z',
};

test('logins survive in the file, along with the members of another version', () => {
  const text = printLogins('{"version":1,"logins":[],"later":true}', [{ ...login, novelty: 1 }]);
  expect(JSON.parse(text)).toMatchObject({ later: true });
  expect(parseLogins(text)).toEqual([{ ...login, novelty: 1 }]);
  expect(parseLogins(undefined)).toEqual([]);
});

test.each(['{', '[]', '{"version":2,"logins":[]}', '{"version":1,"logins":[{"access_token":"secret-token"}]}'])(
  'a login file with %s is not used, and its content is not shown',
  (text) => {
    const read = parseLogins(text);
    expect(read).toEqual({ problem: expect.any(String) });
    expect(JSON.stringify(read)).not.toContain('secret-token');
  },
);

test('the last login to a server counts from any issuer, separately for each name, address and principal', () => {
  const later = { ...login, issuer: 'https://other.example', logged_in_at: '2026-11-22T11:00:00.000Z' };
  const logins = withLogin(withLogin([], login), later);
  expect(logins).toHaveLength(2);
  expect(findLogin(logins, login)).toBe(later);
  expect(withLogin(logins, { ...login, access_token: 'b' })).toHaveLength(2);
  for (const other of [{ server: 'x' }, { url: 'https://mcp.example/' }, { principal: 'alice' }])
    expect(findLogin(logins, { ...login, ...other })).toBeUndefined();
});
