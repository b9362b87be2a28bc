import { mergeServers, readServerConfig, toPolicyServers } from '@modegate/server-config';
import { planAdopt } from '@modegate/server-config/clients';
import { describe, expect, test } from 'vitest';

const server = { type: 'local', command: ['x'] };
const on = { enabled: true };
const off = { enabled: false };

/** The servers of files, best first, each with its whole value or its entry of the server `it`. */
function merge(...files: readonly (readonly [file: string, entry: object, others?: object])[]) {
  const readings = files.map(([file, it, others]) =>
    readServerConfig(JSON.stringify({ ...others, mcp: { it }, ...(file === '.mcp.json' && { mcpServers: { it } }) }), {
      file,
    }),
  );
  expect(readings.flatMap(({ problems }) => problems).filter(({ severity }) => severity === 'error')).toEqual([]);
  return mergeServers(readings.map(({ servers }) => servers));
}

const own = 'opencode.json';
const theirs = '/home/ann/.config/opencode/opencode.json';

describe('F3: an entry of opencode or Kilo that has only `enabled`', () => {
  test.each(['opencode.json', 'opencode.jsonc', 'kilo.json'])(
    'an entry with only enabled is not a problem in %s',
    (file) => {
      const { servers, problems } = readServerConfig(JSON.stringify({ mcp: { a: on, b: off } }), { file });
      expect(problems).toEqual([]);
      expect(servers.map(({ policy }) => policy.disabled)).toEqual([true, true]);
    },
  );

  test('an entry with only enabled is an error in files of other clients and with another key', () => {
    const codes = (file: string, value: object) =>
      readServerConfig(JSON.stringify(value), { file }).problems.map(({ code }) => code);
    expect(codes('.mcp.json', { mcpServers: { a: off } })).toContain('TRANSPORT_MISSING');
    expect(codes(own, { mcp: { a: { ...off, timeout: 5_000 } } })).toContain('TRANSPORT_MISSING');
    expect(codes(own, { mcp: { a: { enabled: 'no' } } })).toContain('TRANSPORT_MISSING');
    expect(codes(own, { mcp: { a: {} } })).toContain('TRANSPORT_MISSING');
  });

  test.each([
    [
      'above, off',
      [
        [own, off],
        [theirs, server],
      ],
      true,
    ],
    [
      'above, on',
      [
        [own, on],
        [theirs, { ...server, ...off }],
      ],
      false,
    ],
    [
      'below, off, where the server says nothing',
      [
        [own, server],
        [theirs, off],
      ],
      true,
    ],
    [
      'below, off, where the server says on',
      [
        [own, { ...server, ...on }],
        [theirs, off],
      ],
      false,
    ],
    [
      'below, on, where the server says off',
      [
        [own, { ...server, ...off }],
        [theirs, on],
      ],
      true,
    ],
    [
      'twice: the first decides',
      [
        ['a/opencode.json', on],
        [own, off],
        [theirs, server],
      ],
      false,
    ],
    [
      'off, over the server of another client',
      [
        [own, off],
        ['.mcp.json', { command: 'x' }],
      ],
      true,
    ],
    [
      'off, under the server of another client',
      [
        ['.mcp.json', { command: 'x' }],
        [own, off],
      ],
      false,
    ],
  ] as const)('an entry with only enabled: %s', (_, files, disabled) => {
    const { servers } = merge(...files);
    expect(servers.map(({ policy }) => policy.disabled)).toEqual([disabled]);
    expect(toPolicyServers(servers)).toMatchObject([{ disabled }]);
    expect(toPolicyServers(servers)[0]?.invalid).toBeUndefined();
  });

  test('an entry with only enabled: true opens no server of another client and none that a rule closes', () => {
    const rule = { permission: { 'it_*': 'deny' } };
    expect(merge([own, on], ['.mcp.json', { command: 'x', disabled: true }]).servers[0]?.policy.disabled).toBe(true);
    expect(merge([own, on], [theirs, { ...server, ...off }, rule]).servers[0]?.policy.disabled).toBe(true);
    expect(merge([own, on, rule], [theirs, server]).servers[0]?.policy.disabled).toBe(true);
    const oneTool = { permission: { it_write: 'deny' } };
    expect(merge([own, on, oneTool], [theirs, server]).servers[0]?.policy.disabled).toBe(true);
  });

  test('adopt leaves a server that another file switches, and names file and key', async () => {
    const user = '/home/ann/.config/opencode/opencode.json';
    const files: Readonly<Record<string, string>> = {
      '/project/opencode.json': JSON.stringify({ mcp: { it: server, alone: on } }),
      [user]: JSON.stringify({ mcp: { it: off } }),
    };
    const { left, moved } = await planAdopt({
      name: 'modes',
      client: 'opencode',
      projectRoot: '/project',
      homeDir: '/home/ann',
      env: {},
      platform: 'linux',
      stateDir: '/state',
      readFile: (file: string) => files[file],
      entry: { command: 'npx', args: [], env: {} },
      serversArguments: () => [],
    });
    expect(moved).toEqual([]);
    expect(left).toEqual([
      {
        name: 'it',
        reason: `${user} restricts the server at /mcp/it/enabled. This restriction would not apply if the server were moved.`,
      },
      { name: 'alone', reason: 'It has no command or URL, so there is nothing to move.' },
    ]);
  });
});
