import { findGatewayBypasses, gatewayServerFiles, memoryFiles, readProject, type ServerEntry } from '@modegate/project';
import { type ConfigFileKind, readServerConfig } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';

const own = { command: 'npx', args: ['-y', '@modegate/modes-server'] };
const github = { command: 'gh-mcp' };

/** The servers that reading says are reached both ways. */
async function twice(files: Readonly<Record<string, object>>): Promise<readonly string[]> {
  const texts = Object.entries(files).map(([file, mcpServers]) => [file, JSON.stringify({ mcpServers })] as const);
  const { problems } = await readProject(memoryFiles(Object.fromEntries(texts)));
  const found = problems.filter(({ code }) => code === 'SERVER_REACHED_TWICE');
  return found.map(({ message, file }) => `${file}: ${message.split('"')[1]}`);
}

describe('usability B3: a server that a client reaches directly and through the gateway', () => {
  test('a server is reported if an entry of modes-server reads the same file', async () => {
    expect(await twice({ '.roo/mcp.json': { github, own } })).toEqual(['.roo/mcp.json: github']);
  });

  test.each<[string, object]>([
    ['there is no modes-server', { github }],
    ['the entry of modes-server is disabled', { github, own: { ...own, disabled: true } }],
    ['the server is disabled', { github: { ...github, disabled: true }, own }],
    ['the gateway is off', { github, own: { ...own, args: [...own.args, '--gateway', 'off'] } }],
    ['the gateway is off by its environment', { github, own: { ...own, env: { MODEGATE_GATEWAY_MODE: 'off' } } }],
    ['modes-server reads another file', { github, own: { ...own, args: [...own.args, '--servers', 'other.json'] } }],
  ])('a server is not reported when %s', async (_what, servers) => {
    expect(await twice({ '.roo/mcp.json': servers })).toEqual([]);
  });

  test.each(['${workspaceFolder}/.roo/mcp.modegate.json', '.roo/mcp.modegate.json', '/p/.roo/mcp.modegate.json'])(
    'a server is reported if the same one is in %s, under any name',
    async (path) => {
      const gateway = { ...own, args: [...own.args, '--servers', path] };
      const files = { '.roo/mcp.json': { github, left: { command: 'x' }, own: gateway } };
      expect(await twice({ ...files, '.roo/mcp.modegate.json': { hub: github } })).toEqual(['.roo/mcp.json: github']);
    },
  );

  test('a server among thousands of entries is found in time', async () => {
    const gateways = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`own${index}`, own]));
    const servers = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`s${index}`, github]));
    expect(await twice({ '.roo/mcp.json': { ...gateways, ...servers } })).toHaveLength(500);
  });

  test('a server in the file of another client is not reported', async () => {
    expect(await twice({ '.roo/mcp.json': { own }, '.cursor/mcp.json': { github } })).toEqual([]);
  });

  test('a server is reported in any file of a client with several kinds, and in a file only for the gateway', () => {
    const read = (file: string, kind: ConfigFileKind, text: object) =>
      readServerConfig(JSON.stringify(text), { file, kind }).servers;
    const gateway = { type: 'local', command: ['npx', '@modegate/modes-server', '--servers', 'kilo.modegate.json'] };
    const kilo = [
      ...read('/p/kilo.jsonc', 'kilo-config', { mcp: { gateway } }),
      ...read('/p/.kilo/mcp.json', 'kilo', { mcpServers: { github, fs: { command: 'fs-mcp' } } }),
    ];
    const opencode = read('/p/opencode.json', 'opencode', { mcp: { github: { type: 'local', command: ['gh-mcp'] } } });
    expect(gatewayServerFiles([...kilo, ...opencode], [])).toEqual(['kilo.modegate.json']);
    const named = read('/p/kilo.modegate.json', 'kilo-config', {
      mcp: { hub: { type: 'local', command: ['gh-mcp'] } },
    });
    const namesIn = (clients: readonly (readonly ServerEntry[])[]) =>
      findGatewayBypasses({ clients, gateway: [], named }).map(({ server }) => `${server.file} ${server.name}`);
    expect(namesIn([kilo, opencode])).toEqual(['/p/.kilo/mcp.json github']);
    expect(namesIn([[...kilo, ...opencode], opencode])).toEqual([
      '/p/.kilo/mcp.json github',
      '/p/opencode.json github',
    ]);
  });
});
