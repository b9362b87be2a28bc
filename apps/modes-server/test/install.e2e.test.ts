import { globSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { projectFiles } from './support/client-files.ts';
import { connectWire } from './support/wire-client.ts';

const clients = Object.keys(projectFiles) as (keyof typeof projectFiles)[];

/** What people have: comments, a byte order mark, tabs, CRLF, a trailing comma, a secret. */
function lived(rootKey: string): string {
  return `\uFEFF// servers of the team\r\n{\r\n\t"${rootKey}": {\r\n\t\t/* ask Ann */ "github": { "command": "gh-mcp", "env": { "GITHUB_TOKEN": "ghp_verysecret" } }, // keep\r\n\t},\r\n\t"inputs": [],\r\n}\r\n`;
}

/** Every file below a folder, with its bytes. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file, readFileSync(file, 'latin1')];
    }),
  );
}

describe.concurrent('install --dry-run', () => {
  test.each(['roo', 'zoo', 'claude-code', 'claude-desktop', 'vscode', 'cursor', 'kilo', 'codex', 'goose'])(
    'install --dry-run for %s shows the change and writes nothing',
    async (client) => {
      const [cwd, home] = [createFolder(), createFolder()];
      const { code, stdout, stderr } = await runServer(['install', '--client', client, '--dry-run'], { cwd, home });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^--- \/dev\/null\n\+\+\+ .*\.(jsonc?|toml|yaml)\n@@ /);
      expect(stdout).toContain('@modegate/modes-server@');
      expect(stdout).toContain('Nothing was written (--dry-run).');
      expect([snapshot(cwd), snapshot(home)]).toEqual([{}, {}]);
    },
  );

  test('install --dry-run shows no secret of the file', async () => {
    const cwd = createFolder({ '.mcp.json': lived('mcpServers') });
    const { stdout } = await runServer(['install', '--client', 'claude-code', '--dry-run'], {
      cwd,
      home: createFolder(),
    });
    expect(stdout).toContain('+');
    expect(stdout).not.toContain('ghp_verysecret');
  });
});

describe.concurrent('install and then uninstall', () => {
  test.each(clients)('install and uninstall for %s restore the file byte for byte', async (client) => {
    const [file, rootKey] = projectFiles[client];
    const original = lived(rootKey);
    const where = { cwd: createFolder({ [file]: original }), home: createFolder() };
    const path = join(where.cwd, file);

    const installed = await runServer(['install', '--client', client], where);
    expect([installed.code, installed.stderr]).toEqual([0, '']);
    const text = readFileSync(path, 'utf8');
    for (const kept of ['// servers of the team\r\n', '/* ask Ann */', '// keep\r\n']) expect(text).toContain(kept);
    expect(text).toContain('"modegate"');
    expect(readFileSync(`${path}.modegate-backup-1`, 'utf8')).toBe(original);

    const again = await runServer(['install', '--client', client], where);
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/: nothing to change\.\n/)]);

    expect((await runServer(['uninstall', '--client', client], where)).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(original);
  });

  test.each(clients)('uninstall for %s restores the file byte for byte even without the backup', async (client) => {
    const [file, rootKey] = projectFiles[client];
    const where = { cwd: createFolder({ [file]: lived(rootKey) }), home: createFolder() };
    const path = join(where.cwd, file);
    await runServer(['install', '--client', client], where);
    rmSync(`${path}.modegate-backup-1`);
    await runServer(['uninstall', '--client', client], where);
    expect(readFileSync(path, 'utf8')).toBe(lived(rootKey));
  });

  test.each(clients)('install and uninstall for %s leave no file where none existed', async (client) => {
    const where = { cwd: createFolder(), home: createFolder() };
    await runServer(['install', '--client', client], where);
    const [file, rootKey] = projectFiles[client];
    expect(JSON.parse(readFileSync(join(where.cwd, file), 'utf8'))[rootKey]).toHaveProperty('modegate');
    expect((await runServer(['uninstall', '--client', client], where)).code).toBe(0);
    expect(Object.keys(snapshot(where.cwd)).filter((name) => name.endsWith(join(file)))).toEqual([]);
    expect(snapshot(where.home)).toEqual({});
  });

  test('uninstall without a previous install changes nothing', async () => {
    const where = { cwd: createFolder({ '.mcp.json': lived('mcpServers') }), home: createFolder() };
    const before = snapshot(where.cwd);
    const { code, stdout } = await runServer(['uninstall', '--client', 'claude-code'], where);
    expect([code, stdout]).toEqual([0, expect.stringContaining('nothing to change')]);
    expect(snapshot(where.cwd)).toEqual(before);
  });
});

test('V6: concurrent installs into one file lose no entry, and leave no lock', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const text of [undefined, lived('mcpServers')]) {
    const where = { cwd: createFolder(text === undefined ? {} : { '.roo/mcp.json': text }), home: createFolder() };
    const runs = names.map((name) => runServer(['install', '--client', 'roo', '--name', name], where));
    const codes = (await Promise.all(runs)).map(({ code, stdout }) => [code, /written/.test(stdout)]);
    expect(codes).toEqual(names.map(() => [0, true]));
    const written = readFileSync(join(where.cwd, '.roo/mcp.json'), 'utf8');
    for (const name of names) expect(written).toContain(`"${name}": {`);
    expect(globSync('**/*.lock', { cwd: where.cwd })).toEqual([]);
  }
});

describe.concurrent('install', () => {
  test.each(clients)(
    'install for %s rejects a file it cannot parse, names the line, and leaves the file unchanged',
    async (client) => {
      const [file, rootKey] = projectFiles[client];
      const where = {
        cwd: createFolder({ [file]: `{\n  "${rootKey}": {\n    "a": { "command": }\n` }),
        home: createFolder(),
      };
      const before = snapshot(where.cwd);
      const { code, stdout, stderr } = await runServer(['install', '--client', client], where);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`${join(where.cwd, file)} was not changed`);
      expect(stderr).toContain('line 3');
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(snapshot(where.cwd)).toEqual(before);
    },
  );

  test('install writes an entry that starts the server with the given mode', async () => {
    const where = { cwd: createFolder(), home: createFolder() };
    const flags = ['--client', 'claude-code', '--name', 'gate', '--local', '--mode', 'ask'];
    await runServer(['install', ...flags], where);
    const { gate } = JSON.parse(readFileSync(join(where.cwd, '.mcp.json'), 'utf8')).mcpServers;
    expect([gate.command, gate.args[0]]).toEqual([process.execPath, builtServer]);
    const server = await connectWire(gate.args.slice(1), where);
    expect(await server.call('list_modes')).toMatchObject({ structuredContent: { fixed_mode: 'ask' } });
    expect(await server.end()).toBe(0);
  });
});

test.skipIf(process.platform === 'win32')(
  'security M8: install does not write through a link that leaves the project',
  async () => {
    const outer = createFolder({ 'mcp.json': '{ "mcpServers": {} }', 'roo/mcp.json': '{ "mcpServers": {} }' });
    const before = snapshot(outer);
    const [cwd, other] = [createFolder(), createFolder()];
    mkdirSync(join(cwd, '.roo'));
    symlinkSync(join(outer, 'mcp.json'), join(cwd, '.roo/mcp.json'));
    symlinkSync(join(outer, 'roo'), join(other, '.roo'));
    for (const folder of [cwd, other])
      expect(await runServer(['install', '--client', 'roo'], { cwd: folder, home: createFolder() })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('points outside the project'),
      });
    expect(snapshot(outer)).toEqual(before);
  },
);

/** The arguments of the entry that `install` wrote for Claude Code, after the one or two that start the program. */
function writtenArguments(cwd: string, starting = 2): readonly string[] {
  const { modegate } = JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8')).mcpServers;
  return modegate.args.slice(starting);
}

describe.concurrent('usability B2, servers 7.2: install writes every serving flag', () => {
  test('install writes every serving flag with absolute paths, in the order of the help', async () => {
    const where = { cwd: createFolder({ 's.json': '{ "mcpServers": {} }', 'c.json': '{}' }), home: createFolder() };
    const flags = [
      '--config c.json --global-config-dir global --mode ask --mode-switching ask --disable-tool execute_command',
      '--disable-tool read_file --condition-env STAGE --gateway off --servers s.json --servers c.json --surface meta',
      '--toolsets flat --unequipped none --equip-toolset mine --new-tools deny --changed-tools withhold',
      '--state-dir state --session-timeout 60 --session-storage tasks --log-level DEBUG --log-file l.log',
      '--audit-log a.log --audit-arguments --tool-errors jsonrpc',
    ].flatMap((line) => line.split(' '));
    expect(await runServer(['install', '--client', 'claude-code', ...flags], where)).toMatchObject({ code: 0 });
    const paths = new Set(['c.json', 'global', 's.json', 'state', 'tasks', 'l.log', 'a.log']);
    expect(writtenArguments(where.cwd)).toEqual(flags.map((word) => (paths.has(word) ? join(where.cwd, word) : word)));
  });

  test('the entry that install writes can start the server', async () => {
    const where = { cwd: createFolder(), home: createFolder() };
    const flags = ['--mode', 'ask', '--disable-tool', 'execute_command', '--gateway', 'off', '--audit-log', 'a.log'];
    await runServer(['install', '--client', 'claude-code', '--local', ...flags], where);
    const server = await connectWire(writtenArguments(where.cwd, 1), where);
    expect(await server.call('list_modes')).toMatchObject({ structuredContent: { fixed_mode: 'ask' } });
    expect(await server.end()).toBe(0);
  });

  test.each<[readonly string[], RegExp]>([
    [['--mode', 'docs'], /--mode: .*'docs'/],
    [['--mode', 'cod'], /--mode: .*Did you mean 'code'\?/],
    [['--gateway', 'of'], /--gateway must be one of on, off, auto/],
    [['--session-timeout', 'soon'], /session timeout/],
    [['--mode-switching', 'never'], /--mode-switching never/],
    [['--config', 'nowhere.json'], /nowhere\.json/],
    [['--disable-tool', 'execute_comand'], /--disable-tool: .*execute_comand/],
    [['--tool-errors', 'loud'], /--tool-errors/],
  ])(
    'install with %j is refused with 2 and writes nothing, because the server would not start',
    async (flags, message) => {
      const where = { cwd: createFolder(), home: createFolder() };
      const { code, stdout, stderr } = await runServer(['install', '--client', 'claude-code', ...flags], where);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
      expect(snapshot(where.cwd)).toEqual({});
    },
  );

  test('install accepts a mode of the project', async () => {
    const roomodes = 'customModes:\n  - slug: docs\n    name: Docs\n    roleDefinition: Write.\n    groups: [read]\n';
    const where = { cwd: createFolder({ '.roomodes': roomodes }), home: createFolder() };
    await runServer(['install', '--client', 'claude-code', '--mode', 'docs'], where);
    expect(writtenArguments(where.cwd)).toEqual(['--mode', 'docs']);
  });
});

describe.concurrent('usability B3: a server that the client reaches in two ways', () => {
  const servers = { github: { command: 'gh-mcp' }, off: { command: 'x', disabled: true } };
  const files = { '.mcp.json': JSON.stringify({ mcpServers: servers }) };

  test('install and doctor name a server reached in two ways, until adopt has moved it', async () => {
    const where = { cwd: createFolder(files), home: createFolder() };
    const installed = await runServer(['install', '--client', 'claude-code'], where);
    expect(installed.stdout).toMatch(/"github" can be reached in two ways.*`modes-server adopt --client claude-code`/);
    expect(installed.stdout).not.toContain('"off" can be reached');
    const before = await runServer(['doctor', '--offline'], where);
    expect([before.code, before.stdout.match(/can be reached in two ways/g)]).toEqual([0, [expect.anything()]]);
    await runServer(['adopt', '--client', 'claude-code'], where);
    expect((await runServer(['doctor', '--offline'], where)).stdout).not.toContain('can be reached in two ways');
  });

  test('doctor finds a server reached in two ways through the global file of the client, too', async () => {
    const own = { command: 'npx', args: ['@modegate/modes-server'] };
    const home = createFolder({ '.claude.json': JSON.stringify({ mcpServers: { own } }) });
    const { stdout } = await runServer(['doctor', '--offline'], { cwd: createFolder(files), home });
    expect(stdout).toContain('"github" can be reached in two ways');
  });

  test('doctor finds a server reached in two ways in other opencode files and in the file that adopt wrote', async () => {
    const github = { type: 'local', command: ['gh-mcp'] };
    const where = {
      cwd: createFolder({ 'opencode.jsonc': JSON.stringify({ mcp: { github } }) }),
      home: createFolder(),
    };
    await runServer(['adopt', '--client', 'opencode'], where);
    expect((await runServer(['doctor', '--offline'], where)).stdout).not.toContain('can be reached in two ways');
    mkdirSync(join(where.cwd, '.opencode'));
    writeFileSync(join(where.cwd, '.opencode/opencode.json'), JSON.stringify({ mcp: { hub: github } }));
    const { stdout } = await runServer(['doctor', '--offline'], where);
    expect(stdout).toMatch(/\.opencode\/opencode\.json.*"hub" can be reached in two ways/);
    const again = await runServer(['adopt', '--client', 'opencode'], where);
    expect(again.stdout).toMatch(
      /Left: hub\. The client reads this server from .*\.opencode\/opencode\.json\. Move it to .*opencode\.jsonc/,
    );
  });

  test('doctor and adopt name a server that Claude Code configures for this project in its own file', async () => {
    const cwd = createFolder(files);
    const projects = { [realpathSync(cwd)]: { mcpServers: { github: servers.github } } };
    const where = { cwd, home: createFolder({ '.claude.json': JSON.stringify({ projects }) }) };
    const { stdout } = await runServer(['adopt', '--client', 'claude-code'], where);
    expect(stdout).toMatch(/Left: github\. The client reads this server from .*\.claude\.json/);
    const found = await runServer(['doctor', '--offline'], where);
    expect(found.stdout).toMatch(/\.claude\.json.*"github" can be reached in two ways/);
  });

  test('install names no server reached in two ways when the gateway is off', async () => {
    const where = { cwd: createFolder(files), home: createFolder() };
    const { stdout } = await runServer(['install', '--client', 'claude-code', '--gateway', 'off'], where);
    expect(stdout).not.toContain('can be reached in two ways');
  });
});
