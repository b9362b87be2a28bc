import { entryHash, readTrustedServers, writeTrustedServers } from '@modegate/mcp-host/connections';
import { readServerConfig } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';

const one = { name: 'one', agreed: '2026-11-22T10:00:00.000Z' };

describe('security, trust: the trust record', () => {
  test('the trust record keeps other projects and unknown members', () => {
    const before = { projects: { '/other': { h: { ...one, comment: 'mine' } } }, future: [1] };
    const written = writeTrustedServers(JSON.stringify(before), '/project', new Map([['hash', one]]));
    const text = written.ok ? written.text : '';
    expect(JSON.parse(text)).toEqual({
      version: 1,
      ...before,
      projects: { ...before.projects, '/project': { hash: one } },
    });
    expect(readTrustedServers(text, '/project')).toEqual({ ok: true, servers: new Map([['hash', one]]) });
    expect(readTrustedServers(text, '/third')).toEqual({ ok: true, servers: new Map() });
  });

  test.each([
    ['{"projects": {', /not valid JSON/],
    ['', /not valid JSON/],
    ['[]', /JSON object/],
    ['{"version": 2}', /later version/],
    ['{"projects": []}', /expected form/],
    ['{"projects": {"/project": {"hash": true}}}', /expected form/],
    ['{"projects": {"/project": {"hash": {"name": 5, "agreed": ""}}}}', /expected form/],
  ])('a damaged trust record trusts nothing and is not overwritten: %s', (text, reason) => {
    expect(readTrustedServers(text, '/project')).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
    expect(writeTrustedServers(text, '/project', new Map())).toMatchObject({ ok: false });
  });
});

describe('security, trust: the hash of an entry', () => {
  const hashOf = (entry: object, { name = 'a', file = '.mcp.json' } = {}): string => {
    const [read] = readServerConfig(JSON.stringify({ mcpServers: { [name]: entry } }), {
      file,
      source: 'project',
    }).servers;
    if (read?.state !== 'valid') throw new Error('The entry is not valid.');
    return entryHash(read);
  };
  const base = { command: 'npx', args: ['-y', 'x'], env: { A: '1', B: '${env:TOKEN}' } };

  test('the trust hash ignores the order of keys and whatever does not affect what is started', () => {
    const same = {
      env: { B: '${env:TOKEN}', A: '1' },
      args: ['-y', 'x'],
      command: 'npx',
      timeout: 5,
      disabledTools: ['y'],
    };
    expect(hashOf(same)).toBe(hashOf(base));
  });

  test('the trust hash changes with anything that affects what is started', () => {
    const remote = { type: 'http', url: 'https://a.example/', headers: { X: '1' } };
    const all = [
      hashOf(base),
      hashOf(base, { name: 'b' }),
      hashOf(base, { file: '.roo/mcp.json' }),
      hashOf({ ...base, command: 'npm' }),
      hashOf({ ...base, args: ['-y x'] }),
      hashOf({ ...base, args: [] }),
      hashOf({ ...base, env: { A: '1', B: 'x' } }),
      hashOf({ ...base, env: { A: '1' } }),
      hashOf({ ...base, cwd: '/' }),
      hashOf(remote),
      hashOf({ ...remote, url: 'https://b.example/' }),
      hashOf({ ...remote, type: 'sse' }),
      hashOf({ ...remote, headers: {} }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
