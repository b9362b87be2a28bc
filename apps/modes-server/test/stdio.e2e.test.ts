import { once } from 'node:events';
import { readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { sampleProject } from './support/sample-project.ts';
import { connectWire, type Message, startWire, type WireClient } from './support/wire-client.ts';

const home = createFolder();

/** Starts the built server over a project of its own, or over one that exists. */
function open(args: readonly string[] = [], project = createFolder(sampleProject)): Promise<WireClient> {
  return connectWire(['--project-root', project, '--global-config-dir', home, ...args], { cwd: project, home });
}

describe('wire errors of the modes server', () => {
  test('a line that is invalid JSON is answered with PARSE_ERROR, and the next one as usual', async () => {
    const server = await open();
    server.write('{"jsonrpc":"2.0","id":1,"method":\n');
    expect(await server.find((message) => 'error' in message)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: expect.stringMatching(/^Not JSON: /), data: { name: 'PARSE_ERROR' } },
    });
    expect(await server.request('ping')).toMatchObject({ result: {} });
    expect([await server.end(), server.strays]).toEqual([0, []]);
  });

  test('requests before the end of the handshake are answered in order with it', async () => {
    const project = createFolder(sampleProject);
    const server = startWire(['--project-root', project, '--global-config-dir', home], { cwd: project, home });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'eager', version: '1' } };
    server.send(
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    );
    expect([await server.end(), server.messages]).toMatchObject([
      0,
      [
        { id: 1, result: { protocolVersion: '2025-06-18' } },
        { id: 2, result: { tools: expect.any(Array) } },
      ],
    ]);
  });
});

describe('the end of the server', () => {
  // On Windows a signal from outside ends a process before it can say a word.
  const signals = process.platform === 'win32' ? [] : (['SIGTERM', 'SIGINT', 'SIGHUP'] as const);

  test.each(signals)('%s ends the server with 0', async (signal) => {
    const server = await open();
    server.child.kill(signal);
    expect([await server.ended, server.strays]).toEqual([0, []]);
    expect(server.stderr()).toMatch(new RegExp(`INFO - Stopping: ${signal}\n.*INFO - Stopped\\.\n$`));
  });

  test('the server answers all requests and ends with 0 when stdin ends', async () => {
    const server = await open();
    const last = server.call('list_modes');
    expect(await server.end()).toBe(0);
    expect(await last).toMatchObject({ structuredContent: { modes: expect.any(Array) } });
    expect(server.stderr()).toContain('Stopping: stdin-ended');
  });

  test('the server ends when the client closes the other end of stdout', async () => {
    const server = await open();
    const ended = once(server.child, 'exit');
    server.child.stdout.destroy();
    // What is written first may still fit a pipe that nobody reads; what is written next meets its end.
    const asking = setInterval(() => server.send({ jsonrpc: '2.0', id: 1, method: 'ping' }), 20);
    expect((await ended)[0]).toBe(0);
    clearInterval(asking);
    // What it wrote may be read a moment after its end.
    await expect.poll(server.stderr).toContain('Stopping: stdout-failed');
  });
});

test('settings reach the server through flags, variables and the file', async () => {
  const project = createFolder({ ...sampleProject, 'config.json': '{ "modes": { "fixed": "docs" } }' });
  const place = ['--project-root', project, '--global-config-dir', home];
  const ways = [
    connectWire([...place, '--mode', 'docs'], { cwd: home, home }),
    connectWire(place, { cwd: home, home, env: { MODEGATE_MODE: 'docs' } }),
    connectWire([...place, '--config', join(project, 'config.json')], { cwd: home, home }),
    connectWire(['--mode', 'docs'], { cwd: home, home, env: { ROO_PROJECT_ROOT: project, ROO_CONFIG_DIR: home } }),
  ];
  for (const server of await Promise.all(ways)) {
    expect(await server.call('create_task', { mode_slug: 'docs' })).toMatchObject({
      structuredContent: { mode_slug: 'docs' },
    });
    expect(await server.call('create_task', { mode_slug: 'code' })).toMatchObject({
      isError: true,
      structuredContent: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
    });
    await server.end();
  }
});

describe('audit log and log file', () => {
  async function judge(server: WireClient): Promise<string> {
    const { session_id } = (await server.call('create_task', { mode_slug: 'docs' })).structuredContent;
    const tool_params = { path: 'docs/secret-plan.md', content: 'hidden' };
    await server.call('validate_tool_use', { session_id, tool_name: 'write_to_file', tool_params });
    await server.call('validate_tool_use', { session_id, tool_name: 'execute_command' });
    return session_id;
  }
  const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

  test('--audit-log writes a JSON line per decision, without the arguments', async () => {
    const file = join(createFolder(), 'logs', 'audit.jsonl');
    const server = await open(['--audit-log', file]);
    const session_id = await judge(server);
    await server.end();
    const written = { v: 1, event: 'decision', id: expect.any(String), program: 'modes-server' };
    expect(lines(file).map((line) => JSON.parse(line))).toEqual([
      {
        ...written,
        connection_id: expect.any(String),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        session_id,
        task_id: expect.any(String),
        mode: 'docs',
        tool: 'write_to_file',
        allowed: true,
        rule: expect.objectContaining({ layer: 'project', source_file: '.roomodes', line: 9 }),
      },
      expect.objectContaining({
        session_id,
        tool: 'execute_command',
        allowed: false,
        code: 'GROUP_MISSING',
        reason: expect.any(String),
      }),
    ]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('--audit-arguments adds the arguments to the audit log', async () => {
    const file = join(createFolder(), 'audit.jsonl');
    const server = await open(['--audit-log', file, '--audit-arguments']);
    await judge(server);
    await server.end();
    expect(JSON.parse(lines(file)[0] ?? '')).toMatchObject({ arguments: { path: 'docs/secret-plan.md' } });
  });

  test.skipIf(process.platform === 'win32')(
    'decisions are in the audit log even if a signal ends the server',
    async () => {
      const file = join(createFolder(), 'audit.jsonl');
      const server = await open(['--audit-log', file]);
      await judge(server);
      server.child.kill('SIGTERM');
      await server.ended;
      expect(lines(file)).toHaveLength(2);
    },
  );

  test('an unwritable audit log keeps the server from starting', async () => {
    const project = createFolder({ file: '' });
    const server = startWire(['--audit-log', join(project, 'file', 'audit.jsonl')], { cwd: project, home });
    expect(await server.ended).toBe(2);
    expect(server.stderr()).toMatch(/The audit log .*audit\.jsonl could not be opened: .*--audit-log/);
  });

  test('--log-file gets the same log as stderr, at the chosen level', async () => {
    const file = join(createFolder(), 'logs', 'server.log');
    const server = await open(['--log-file', file, '--log-level', 'ERROR']);
    await server.end();
    expect(readFileSync(file, 'utf8')).toBe(server.stderr());
    expect(lines(file)).toEqual([
      expect.stringMatching(/ - ERROR - \.roomodes:16: Mode 'broken' has no 'roleDefinition'/),
      expect.stringMatching(/ - ERROR - \.roomodes:16: Mode 'broken' has no 'groups'/),
    ]);
  });
});

describe('a change on disk', () => {
  const wider = sampleProject['.roomodes']?.replace('^docs/.*', '^.*') ?? '';
  const isUpdate = (message: { readonly method?: string }) => message.method === 'notifications/resources/updated';
  const announced = ['notifications/resources/list_changed', 'notifications/prompts/list_changed'];

  test('a change right after the start notifies the client, and the next decision follows it', async () => {
    const project = createFolder(sampleProject);
    const server = await open([], project);
    await server.request('resources/subscribe', { uri: 'mode://docs' });
    // Half a file, which has no such mode, would be another change.
    renameSync(writeInto(project, '.roomodes.tmp', wider), join(project, '.roomodes'));
    expect(await server.find(isUpdate)).toMatchObject({ params: { uri: 'mode://docs' } });
    await Promise.all(announced.map((method) => server.find((message) => message.method === method)));
    const { session_id } = (await server.call('create_task', { mode_slug: 'docs' })).structuredContent;
    const call = { session_id, tool_name: 'write_to_file', file_path: 'README.md' };
    expect(await server.call('validate_tool_use', call)).toMatchObject({ structuredContent: { allowed: true } });
    expect([await server.end(), server.strays]).toEqual([0, []]);
  });

  test('a change by an editor that renames a copy notifies the client every time', async () => {
    const project = createFolder(sampleProject);
    const server = await open([], project);
    await server.request('resources/subscribe', { uri: 'mode://docs/config' });
    for (const text of [wider, sampleProject['.roomodes'] ?? '', wider]) {
      const seen = server.messages.length;
      renameSync(writeInto(project, '.roomodes.tmp', text), join(project, '.roomodes'));
      expect(await server.find(isUpdate, seen)).toMatchObject({ params: { uri: 'mode://docs/config' } });
    }
    await server.end();
  });
});

test('a change of the servers or the rules is followed, and notifies readers of the system prompt', async () => {
  const project = createFolder(sampleProject);
  const server = await open([], project);
  const uri = 'mode://docs/system_prompt';
  await server.request('resources/subscribe', { uri });
  const { session_id } = (await server.call('create_task', { mode_slug: 'docs' })).structuredContent;
  const isUpdate = ({ method, params }: Message) => method === 'notifications/resources/updated' && params.uri === uri;
  const change = async (name: string, text: string, holds: () => Promise<boolean>) => {
    const before = server.messages.length;
    writeInto(project, name, text);
    // An announcement may still be about the start; the next one is then about the change.
    for (let seen = before; !(await holds()); ) {
      await server.find(isUpdate, seen);
      seen = server.messages.length;
    }
    await server.find(isUpdate, before);
  };

  const call = { session_id, tool_name: 'use_mcp_tool', mcp_server: 'github', mcp_tool: 'search' };
  const disabled = '{ "mcpServers": { "github": { "command": "gh-mcp", "disabled": true } } }';
  await change('.roo/mcp.json', disabled, async () => {
    const { structuredContent } = await server.call('validate_tool_use', call);
    return structuredContent.code === 'MCP_SERVER_DISABLED';
  });
  await change('.roo/rules-docs/style.md', 'Be thorough.\n', async () => {
    const { result } = await server.request('resources/read', { uri });
    return result.contents[0].text.includes('Be thorough.');
  });
  expect([await server.end(), server.strays]).toEqual([0, []]);
});

test('two servers for one project have separate sessions, and follow the same files', async () => {
  const project = createFolder(sampleProject);
  const file = join(createFolder(), 'audit.jsonl');
  const [left, right] = await Promise.all([open(['--audit-log', file], project), open(['--audit-log', file], project)]);
  const { session_id } = (await left.call('create_task', { mode_slug: 'docs' })).structuredContent;
  expect(await right.call('get_task_info', { session_id })).toMatchObject({
    isError: true,
    structuredContent: { error: { name: 'TASK_NOT_FOUND' } },
  });

  const own = {
    left: session_id,
    right: (await right.call('create_task', { mode_slug: 'ask' })).structuredContent.session_id,
  };
  const ask = (server: WireClient, session: string) =>
    server.call('validate_tool_use', { session_id: session, tool_name: 'read_file', tool_params: { path: 'a' } });
  await Promise.all(Array.from({ length: 200 }, () => [ask(left, own.left), ask(right, own.right)]).flat());

  writeInto(project, '.roomodes', 'customModes: []\n');
  const changed = (server: WireClient) =>
    server.find(({ method }) => method === 'notifications/resources/list_changed');
  await Promise.all([changed(left), changed(right)]);
  expect(await left.end()).toBe(0);
  expect((await right.call('list_modes')).structuredContent.modes).toHaveLength(5);
  expect(await right.end()).toBe(0);

  const entries = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const answered = entries.filter(({ tool }) => tool === 'read_file');
  expect(answered.filter((entry) => entry.session_id === own.left)).toHaveLength(200);
  expect(answered.filter((entry) => entry.session_id === own.right)).toHaveLength(200);
  expect(entries.filter(({ allowed }) => !allowed)).toMatchObject([{ tool: 'get_task_info', session_id: own.left }]);
});
