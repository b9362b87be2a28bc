import { once } from 'node:events';
import { chownSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput, createFolder, startScript } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { builtServer, runServer } from './support/built-server.ts';
import { connectOutside } from './support/outside-client.ts';
import { addressArguments, freeAddress, runAgent } from './support/served-agent.ts';

/** Runs a command in folders of its own. */
function run(args: readonly string[], where: { cwd?: string; home?: string; env?: Record<string, string> } = {}) {
  return runServer(args, { cwd: createFolder(), home: createFolder(), ...where });
}

describe.concurrent('help and version', () => {
  test('help lists every option, variable and command, on stdout', async () => {
    const { code, stdout, stderr } = await run(['help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const word of [
      '--socket --host --port --dialect --socket-owner --timeout-ms --ack-timeout-ms --max-events --max-buffer-bytes --max-frame-bytes',
      '--no-push --tool-errors --log-level --log-file doctor simulate install uninstall',
      'ROO_IPC_HOST ROO_IPC_PORT ROO_CODE_IPC_SOCKET_PATH KILO_IPC_SOCKET_PATH ROO_IPC_DIALECT ROO_IPC_PUSH',
    ].flatMap((words) => words.split(' '))) {
      expect(stdout).toContain(word);
    }
  });

  test.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
    expect(await run([flag])).toEqual({ code: 0, signal: null, stdout: `${packageJson.version}\n`, stderr: '' });
  });
});

describe.concurrent('wrong usage ends with exit code 2, an explanation on stderr and an empty stdout', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['a misspelt flag', ['--sockt', 'x'], /unknown option '--sockt'\n\(Did you mean --socket\?\)/],
    ['a misspelt command', ['siumlate'], /unknown command 'siumlate'\. Did you mean 'simulate'\?/],
    ['an unknown command', ['restart'], /unknown command 'restart'\. Known commands: serve, doctor, simulate/],
    ['a word that nothing takes', ['doctor', 'now'], /too many arguments for 'doctor'/],
    ['a port that is none', ['--port', 'x'], /--port: the port must be a number/],
    ['two places', ['--port', '1', '--socket', '/tmp/x'], /both specify an address/],
    ['a path that is too long', ['--socket', `/tmp/${'x'.repeat(200)}`], /--socket: .*bytes/],
    ['a dialect that is none', ['--dialect', 'roo'], /official, fork, zoo, detect/],
    ['a value that is no choice', ['--tool-errors', 'loud'], /Allowed choices are result, jsonrpc/],
    ['a simulation of no dialect', ['simulate', '--dialect', 'roo'], /official, fork, zoo, not 'roo'/],
    ['a simulation for the whole network', ['simulate', '--host', '0.0.0.0'], /cannot be used.*without a password/],
    ['no client', ['install'], /--client/],
    ['an address that would not work', ['install', '--client', 'roo', '--port', '0'], /--port: the port/],
  ])('the command line is rejected with exit code 2: %s', async (_what, args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('doctor', () => {
  test('doctor finds the agent and its dialect', async () => {
    const agent = await runAgent({ dialect: 'fork' });
    const { code, stdout } = await run(['doctor', ...agent.args]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ connected\n {2}dialect {2}fork\n {2}version {2}3\.14\.3/);
    const asJson = await run(['doctor', '--json', ...agent.args]);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ connected: true, agent: { dialect: 'fork' }, problems: [] });
    await agent.stop();
  });

  test('doctor reports problems with a remedy', async () => {
    const socket = join(createFolder(), 'nobody.sock');
    const { code, stdout } = await run(['doctor'], { env: { ROO_CODE_IPC_SOCKET_PATH: socket } });
    expect(code).toBe(1);
    expect(stdout).toContain('(ROO_CODE_IPC_SOCKET_PATH)');
    expect(stdout).toMatch(/error.*ENOENT.*Start the editor with ROO_CODE_IPC_SOCKET_PATH=.*\[CONNECT_FAILED\]/);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'V7: doctor run by root accepts the socket of another user only by name',
    async () => {
      const { args, stop } = await runAgent({ dialect: 'fork' });
      chownSync(args[1] ?? '', 4_242, 4_242);
      const refused = await run(['doctor', ...args]);
      expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/user 4242.*--socket-owner 4242/) });
      expect((await run(['doctor', ...args, '--socket-owner', '4242'])).stdout).toContain('✓ connected');
      expect(await run(['doctor', ...args], { env: { ROO_IPC_SOCKET_OWNER: '4242' } })).toMatchObject({ code: 0 });
      await stop();
    },
  );

  test('doctor warns of an address that other machines reach', async () => {
    const { stdout } = await run(['doctor', '--json', '--host', '192.0.2.1', '--ack-timeout-ms', '100', '--port', '1']);
    expect(JSON.parse(stdout).problems).toMatchObject([
      { severity: 'error' },
      { severity: 'warning', code: 'REMOTE_ADDRESS' },
    ]);
  });
});

// On Windows a signal from outside ends a process before it can say a word.
describe.skipIf(process.platform === 'win32')('serving', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends the server with exit code 0, however often it arrives (servers F1)',
    async (signal) => {
      const folder = createFolder();
      const child = startScript(builtServer, ['--port', '17898'], { cwd: folder, home: folder });
      const stderr = collectOutput(child.stderr);
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      await once(child.stdout, 'data');
      const closed = once(child, 'close');
      for (const each of [signal, 'SIGTERM', signal] as const) child.kill(each);
      expect(await closed).toEqual([0, null]);
      expect(stderr()).toContain('Stopping: SIG');
    },
  );
});

describe('simulate', () => {
  test.each(['official', 'fork', 'zoo'])(
    'simulate runs a %s agent that the server finds, until a signal arrives',
    async (dialect) => {
      const address = freeAddress();
      const args = address.kind === 'tcp' ? ['--port', '17899'] : addressArguments(address);
      const folder = createFolder();
      const child = startScript(builtServer, ['simulate', '--dialect', dialect, ...args], {
        cwd: folder,
        home: folder,
      });
      const stdout = collectOutput(child.stdout);
      await once(child.stdout, 'data');
      expect(stdout()).toContain(`A simulated agent with the dialect ${dialect} is listening on `);
      const client = await connectOutside(args);
      await client.call('roo_ipc_start_task', { text: 'Hello' });
      expect(await client.call('roo_ipc_wait_for_task')).toMatchObject({ dialect, done: true, result: 'Done.' });
      await client.close();
      child.kill('SIGTERM');
      const [code] = (await once(child, 'close')) as [number | null];
      if (process.platform !== 'win32') expect(code).toBe(0);
      expect(stdout()).toMatch(/\d\d:\d\d:\d\d StartNewTask\n/);
      if (address.kind === 'socket') expect(existsSync(address.path)).toBe(false);
    },
  );

  test('simulate does not replace an agent that is already running', async () => {
    const agent = await runAgent({ dialect: 'official' });
    const { code, stderr } = await run(['simulate', ...agent.args]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is taken: another server is listening there/)]);
    await agent.stop();
  });
});

test('the server writes only JSON-RPC to stdout and no secret to stderr at any log level', async () => {
  const agent = await runAgent({ dialect: 'fork', configuration: { apiProvider: 'fake-ai', apiKey: 'sk-0123456789' } });
  const folder = createFolder();
  const logFile = join(folder, 'logs', 'server.log');
  const child = startScript(builtServer, [...agent.args, '--log-level', 'DEBUG', '--log-file', logFile], {
    cwd: folder,
    home: folder,
  });
  const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  send({ id: 1, method: 'initialize', params: initialize });
  send({ method: 'notifications/initialized' });
  const calls = [
    'roo_ipc_get_configuration',
    'roo_ipc_set_active_profile',
    'roo_ipc_start_task',
    'roo_ipc_poll_other_events',
  ];
  for (const [index, name] of calls.entries()) {
    const args = { roo_ipc_set_active_profile: { name: 'default' }, roo_ipc_start_task: { text: 'Hi' } }[name] ?? {};
    send({ id: index + 2, method: 'tools/call', params: { name, arguments: args } });
  }
  while (!calls.every((_name, index) => stdout().includes(`"id":${index + 2},`))) await once(child.stdout, 'data');
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(0);
  for (const line of stdout().trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(stderr()).toContain('Connected to an agent that uses the dialect fork');
  expect(readFileSync(logFile, 'utf8')).toContain('Connected to an agent that uses the dialect fork');
  expect([stdout(), stderr(), readFileSync(logFile, 'utf8')].join()).not.toContain('sk-0123456789');
  await agent.stop();
});

describe.concurrent('install', () => {
  const projectFiles = {
    roo: ['.roo/mcp.json', 'mcpServers'],
    'claude-code': ['.mcp.json', 'mcpServers'],
    vscode: ['.vscode/mcp.json', 'servers'],
    cursor: ['.cursor/mcp.json', 'mcpServers'],
  } as const;
  const clients = Object.keys(projectFiles) as (keyof typeof projectFiles)[];
  const filesBelow = (folder: string) =>
    globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile()).length;

  test.each(['roo', 'zoo', 'claude-code', 'claude-desktop', 'vscode', 'cursor'])(
    'install --dry-run for %s shows the change and writes nothing',
    async (client) => {
      const [cwd, home] = [createFolder(), createFolder()];
      const { code, stdout, stderr } = await run(['install', '--client', client, '--dry-run'], { cwd, home });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('@modegate/ipc-server@');
      expect(stdout).toContain('Nothing was written (--dry-run).');
      expect(filesBelow(cwd) + filesBelow(home)).toBe(0);
    },
  );

  test.each(clients)('uninstall for %s restores the file byte for byte after install', async (client) => {
    const [file, rootKey] = projectFiles[client];
    const original = `\uFEFF// ours\r\n{\r\n\t"${rootKey}": {\r\n\t\t"github": { "command": "gh-mcp" }, // keep\r\n\t},\r\n}\r\n`;
    const where = { cwd: createFolder({ [file]: original }), home: createFolder() };
    const path = join(where.cwd, file);
    const installed = await run(['install', '--client', client, '--port', '7801'], where);
    expect([installed.code, installed.stderr]).toEqual([0, '']);
    expect(readFileSync(path, 'utf8')).toMatch(/"roo-ipc"[\s\S]*"--port"[\s\S]*"7801"/);
    expect(readFileSync(`${path}.modegate-backup-1`, 'utf8')).toBe(original);
    const again = await run(['install', '--client', client, '--port', '7801'], where);
    expect(again.stdout).toBe(`${path}: nothing to change.\n`);
    expect((await run(['uninstall', '--client', client], where)).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(original);
  });

  test('install writes an entry that starts the server with the address of the agent', async () => {
    const agent = await runAgent({ dialect: 'zoo' });
    const where = { cwd: createFolder(), home: createFolder() };
    await run(['install', '--client', 'claude-code', '--local', '--no-push', '--dialect', 'zoo', ...agent.args], where);
    const { command, args } = JSON.parse(readFileSync(join(where.cwd, '.mcp.json'), 'utf8')).mcpServers['roo-ipc'];
    expect([command, args[0]]).toEqual([process.execPath, builtServer]);
    const client = await connectOutside(args.slice(1));
    expect(await client.call('roo_ipc_status')).toMatchObject({ dialectSetting: 'zoo', push: { enabled: false } });
    expect(await client.call('roo_ipc_is_ready')).toMatchObject({ connected: true });
    await client.close();
    await agent.stop();
  });
});
