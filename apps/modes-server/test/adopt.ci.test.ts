import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder, startScript } from '@modegate/cli-kit/testing';
import { describe, expect, test, vi } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { connectWire } from './support/wire-client.ts';

const upstream = join(import.meta.dirname, 'gateway/upstreams/two-tools.ts');

/** Each client with the files that `adopt` changes, below the project or below the home folder. */
const clients = {
  roo: ['.roo/mcp.json', '.roo/mcp.modegate.json', 'mcpServers'],
  zoo: ['.roo/mcp.json', '.roo/mcp.modegate.json', 'mcpServers'],
  'claude-code': ['.mcp.json', '.mcp.modegate.json', 'mcpServers'],
  vscode: ['.vscode/mcp.json', '.vscode/mcp.modegate.json', 'servers'],
  cursor: ['.cursor/mcp.json', '.cursor/mcp.modegate.json', 'mcpServers'],
} as const;

const servers = { one: { command: 'one-mcp', env: { KEY: 'k' } }, two: { command: 'two-mcp' } };

function lived(rootKey: string, more: object = servers): string {
  return `// team\n${JSON.stringify({ [rootKey]: more, inputs: [] }, null, 2)}\n`;
}

function namesIn(file: string, rootKey: string): readonly string[] {
  if (!existsSync(file)) return [];
  return Object.keys(JSON.parse(readFileSync(file, 'utf8').replace('// team', ''))[rootKey]);
}

describe.concurrent('issue 11.5: adopt', () => {
  test.each(Object.entries(clients))(
    'adopt for %s moves the servers, and moves them back on undo',
    async (client, [file, taken, rootKey]) => {
      const where = { cwd: createFolder({ [file]: lived(rootKey) }), home: createFolder() };
      const dry = await runServer(['adopt', '--client', client, '--dry-run'], where);
      expect([dry.code, dry.stderr, existsSync(join(where.cwd, taken))]).toEqual([0, '', false]);
      expect(dry.stdout).toContain('Nothing was written (--dry-run).');

      const { code, stdout, stderr } = await runServer(['adopt', '--client', client], where);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('Behind the gateway: one, two.');
      expect(namesIn(join(where.cwd, file), rootKey)).toEqual(['modegate']);
      expect(namesIn(join(where.cwd, taken), rootKey)).toEqual(['one', 'two']);
      if (process.platform !== 'win32') expect(statSync(join(where.cwd, taken)).mode & 0o777).toBe(0o600);
      const again = (await runServer(['adopt', '--client', client], where)).stdout;
      expect(again).toMatch(/^Nothing to move\.\n\nIn \S+ before:\none\n {4}one-mcp\n/);

      expect((await runServer(['adopt', '--client', client, '--undo'], where)).code).toBe(0);
      expect([readFileSync(join(where.cwd, file), 'utf8'), existsSync(join(where.cwd, taken))]).toEqual([
        lived(rootKey),
        false,
      ]);
    },
  );

  test('adopt for claude-desktop keeps the servers in the state folder', async () => {
    const file = process.platform === 'darwin' ? 'Library/Application Support' : '.config';
    const path = `${process.platform === 'win32' ? 'AppData/Roaming' : file}/Claude/claude_desktop_config.json`;
    const where = { cwd: createFolder(), home: createFolder({ [path]: lived('mcpServers') }) };
    expect((await runServer(['adopt', '--client', 'claude-desktop'], where)).code).toBe(0);
    const taken = join(where.home, '.roo-code/modegate/adopted/claude-desktop.json');
    expect(namesIn(taken, 'mcpServers')).toEqual(['one', 'two']);
    expect(readFileSync(join(where.home, path), 'utf8')).toContain(JSON.stringify(taken));
  });

  test('adopt writes an entry that serves the servers once they are trusted', async () => {
    const one = { command: process.execPath, args: [upstream] };
    const where = { cwd: createFolder({ '.mcp.json': lived('mcpServers', { one }) }), home: createFolder() };
    await runServer(['adopt', '--client', 'claude-code', '--local', '--mode', 'code'], where);
    const { modegate } = JSON.parse(
      readFileSync(join(where.cwd, '.mcp.json'), 'utf8').replace('// team', ''),
    ).mcpServers;
    expect(modegate.args).toEqual([builtServer, '--mode', 'code', '--servers', '.mcp.modegate.json']);
    await runServer(['trust', '--servers', '.mcp.modegate.json', 'one'], where);
    const server = await connectWire(modegate.args.slice(1), { ...where, env: { MODEGATE_GATEWAY_MODE: 'on' } });
    const names = async () =>
      (await server.request('tools/list')).result.tools.map(({ name }: { readonly name: string }) => name);
    await vi.waitFor(async () => expect(await names()).toContainEqual(expect.stringMatching(/^one__/)));
    expect(await server.end()).toBe(0);
  });

  test('V1: adopt starts no server from the gateway file of the project, shows its command and how to trust it', async () => {
    const helper = { command: process.execPath, args: ['-e', "require('node:fs').writeFileSync('MARK', '')"] };
    const weather = { command: process.execPath, args: [upstream] };
    const files = {
      '.mcp.json': lived('mcpServers', { weather }),
      '.mcp.modegate.json': JSON.stringify({ mcpServers: { helper } }),
    };
    const where = { cwd: createFolder(files), home: createFolder() };
    const { code, stdout } = await runServer(['adopt', '--client', 'claude-code', '--local'], where);
    expect(code).toBe(0);
    expect(stdout).toContain('Behind the gateway: weather.');
    expect(stdout).toMatch(/^\+.*two-tools\.ts"/m);
    expect(stdout).toMatch(/before:\nhelper\n {4}.*writeFileSync\('MARK', ''\)/);
    expect(stdout).toContain('modes-server trust --servers .mcp.modegate.json');
    const listed = await runServer(['tools', '--mode', 'code', '--servers', '.mcp.modegate.json'], where);
    expect(listed.stdout).toMatch(/weather.*the user has not yet agreed/);
    expect(listed.stdout).not.toContain('weather__echo');
    expect(existsSync(join(where.cwd, 'MARK'))).toBe(false);
    await runServer(['trust', '--servers', '.mcp.modegate.json', 'weather'], where);
    const agreed = await runServer(['tools', '--mode', 'code', '--servers', '.mcp.modegate.json'], where);
    expect(agreed.stdout).toContain('weather__echo');
    expect(existsSync(join(where.cwd, 'MARK'))).toBe(false);
  });

  test('adopt names the servers that it leaves in place', async () => {
    const more = { ...servers, asks: { command: 'x', env: { KEY: `\${input:key}` } } };
    const where = { cwd: createFolder({ '.vscode/mcp.json': lived('servers', more) }), home: createFolder() };
    const { code, stdout } = await runServer(['adopt', '--client', 'vscode'], where);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Left: asks. ')]);
    expect(namesIn(join(where.cwd, '.vscode/mcp.json'), 'servers')).toEqual(['asks', 'modegate']);
  });

  test('adopt returns the servers to a file that has changed since', async () => {
    const where = { cwd: createFolder({ '.mcp.json': lived('mcpServers') }), home: createFolder() };
    await runServer(['adopt', '--client', 'claude-code'], where);
    await runServer(['install', '--client', 'claude-code', '--name', 'second', '--mode', 'ask'], where);
    const { code, stdout } = await runServer(['adopt', '--client', 'claude-code', '--undo'], where);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Moved back to the client: one, two.')]);
    expect(namesIn(join(where.cwd, '.mcp.json'), 'mcpServers')).toEqual(['second', 'one', 'two']);
    expect(existsSync(join(where.cwd, '.mcp.modegate.json'))).toBe(false);
  });

  test('adopt returns the servers of a global file, which Claude Code rewrites at each start', async () => {
    const home = createFolder({ '.claude.json': JSON.stringify({ numStartups: 1, mcpServers: servers }) });
    const where = { cwd: createFolder(), home };
    const file = join(home, '.claude.json');
    await runServer(['adopt', '--client', 'claude-code', '--scope', 'global'], where);
    expect(namesIn(file, 'mcpServers')).toEqual(['modegate']);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), numStartups: 2 }));
    const { code } = await runServer(['adopt', '--client', 'claude-code', '--scope', 'global', '--undo'], where);
    expect([code, JSON.parse(readFileSync(file, 'utf8'))]).toEqual([0, { mcpServers: servers, numStartups: 2 }]);
  });

  test('adopt rejects options that an existing entry would not get', async () => {
    const where = { cwd: createFolder({ '.mcp.json': lived('mcpServers') }), home: createFolder() };
    await runServer(['install', '--client', 'claude-code', '--mode', 'ask'], where);
    const refused = await runServer(['adopt', '--client', 'claude-code', '--mode', 'code'], where);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("--mode would have no effect: the entry 'modegate'"),
    ]);
    expect((await runServer(['adopt', '--client', 'claude-code'], where)).code).toBe(0);
    const { modegate } = JSON.parse(
      readFileSync(join(where.cwd, '.mcp.json'), 'utf8').replace('// team', ''),
    ).mcpServers;
    expect(modegate.args.slice(2)).toEqual(['--mode', 'ask', '--servers', '.mcp.modegate.json']);
  });

  test.each<[readonly string[], RegExp]>([
    [['--gateway', 'off'], /--gateway off/],
    [['--mode', 'cod'], /Did you mean 'code'/],
  ])('adopt with %j is rejected with exit code 2', async (flags, message) => {
    const where = { cwd: createFolder({ '.mcp.json': lived('mcpServers') }), home: createFolder() };
    const { code, stderr } = await runServer(['adopt', '--client', 'claude-code', ...flags], where);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readFileSync(join(where.cwd, '.mcp.json'), 'utf8')).toBe(lived('mcpServers'));
  });
});

test('adopt loses nothing when it is killed, and the next run completes it', async () => {
  const text = lived('mcpServers');
  for (let round = 0; round < 8; round += 1) {
    const where = { cwd: createFolder({ '.mcp.json': text }), home: createFolder() };
    const [file, taken] = [join(where.cwd, '.mcp.json'), join(where.cwd, '.mcp.modegate.json')];
    const child = startScript(builtServer, ['adopt', '--client', 'claude-code'], where);
    const closed = once(child, 'close');
    // From before the first write to after the last.
    while (round % 4 > 0 && child.exitCode === null && !existsSync(taken)) await wait(1);
    await wait((round % 4) * 2);
    child.kill('SIGKILL');
    await closed;
    const somewhere = [...namesIn(file, 'mcpServers'), ...namesIn(taken, 'mcpServers')];
    expect(somewhere).toEqual(expect.arrayContaining(['one', 'two']));
    expect((await runServer(['adopt', '--client', 'claude-code'], where)).code).toBe(0);
    expect(namesIn(file, 'mcpServers')).toEqual(['modegate']);
    expect(namesIn(taken, 'mcpServers')).toEqual(['one', 'two']);
    expect((await runServer(['adopt', '--client', 'claude-code', '--undo'], where)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});
