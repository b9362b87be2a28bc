import { createFolder, environment, installedScript, runScript } from '@modegate/cli-kit/testing';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtServer } from './support/built-server.ts';
import {
  connectAiSdk,
  connectOlder,
  connectSuccessor,
  type Launch,
  type ListedTool,
  type OutsideClient,
} from './support/outside-client.ts';
import { sampleProject, workingModes } from './support/sample-project.ts';

const toolNames = [
  'list_modes',
  'get_mode_info',
  'create_task',
  'switch_mode',
  'get_task_info',
  'validate_tool_use',
  'add_message',
  'complete_task',
];
const templates = ['mode://{slug}', 'mode://{slug}/config', 'mode://{slug}/system_prompt'];

const project = createFolder(sampleProject);
const home = createFolder();
const serverArgs = ['--project-root', project, '--global-config-dir', home, '--gateway', 'off'];
const launch: Launch = {
  command: process.execPath,
  args: [builtServer, ...serverArgs],
  cwd: project,
  env: environment({ cwd: project, home }),
  stderr: 'ignore',
};

/** The shape differs by tool; the tests say what they expect of it. */
type Result = ReturnType<typeof JSON.parse>;

describe.each([
  ['the MCP SDK, second generation', () => connectSuccessor(launch, 'legacy')],
  ['the MCP SDK, second generation, asking for its own revision first', () => connectSuccessor(launch, 'auto')],
  ['the MCP SDK, first generation', () => connectOlder(launch)],
  ['the AI SDK', (): Promise<OutsideClient> => connectAiSdk(launch)],
])('the client of %s', (_which, connect) => {
  let client: OutsideClient;
  let tools: readonly ListedTool[];

  beforeAll(async () => {
    client = await connect();
    tools = (await client.listTools()).tools;
  });
  afterAll(() => client.close());

  async function call(name: string, args: Record<string, unknown> = {}): Promise<Result> {
    const result = (await client.callTool({ name, arguments: args })) as Result;
    expect(schemaProblem(tools, name, result.structuredContent)).toBeUndefined();
    expect(result.content).toEqual([{ type: 'text', text: expect.stringMatching(/\S/) }]);
    return result;
  }

  test('an outside client lists tools, resources, templates and prompts', async () => {
    expect(tools.map((tool) => tool.name)).toEqual(toolNames);
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual(
      expect.arrayContaining(['mode://docs', 'mode://docs/config', 'mode://docs/system_prompt']),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual(templates);
    expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toEqual([...workingModes]);
  });

  test('an outside client calls every tool, from the creation of a task to its end', async () => {
    const modes = await call('list_modes', { source: 'project' });
    expect(modes.structuredContent.modes).toMatchObject([
      { slug: 'docs' },
      { slug: 'broken', invalid: expect.any(String) },
    ]);
    const mode = await call('get_mode_info', { mode_slug: 'docs', include_system_prompt: true });
    expect(mode.structuredContent.system_prompt).toContain('Be brief.');

    const created = await call('create_task', { mode_slug: 'docs', initial_message: 'Describe the login page' });
    const { session_id } = created.structuredContent as { session_id: string };
    const ask = async (tool_name: string, more: object = {}) =>
      (await call('validate_tool_use', { session_id, tool_name, ...more })).structuredContent;
    expect(await ask('write_to_file', { file_path: 'docs/login.md' })).toMatchObject({ allowed: true });
    expect(await ask('write_to_file', { tool_params: { path: 'src/login.ts' } })).toMatchObject({
      allowed: false,
      code: 'FILE_RESTRICTED',
      allowed_in: ['code', 'debug'],
    });
    expect(await ask('use_mcp_tool', { mcp_server: 'github', mcp_tool: 'delete_repo' })).toMatchObject({
      allowed: false,
    });

    const switched = await call('switch_mode', { session_id, new_mode_slug: 'code', reason: 'The page is wrong' });
    expect(switched.structuredContent).toMatchObject({ old_mode: 'docs', new_mode: 'code', changed: true });
    expect(await ask('write_to_file', { file_path: 'src/login.ts' })).toMatchObject({ allowed: true });

    const everything = { include_messages: true, include_hierarchy: true, include_audit: true };
    const child = (await call('create_task', { mode_slug: 'ask', parent_session_id: session_id })).structuredContent;
    const info = await call('get_task_info', { session_id, ...everything });
    expect(info.structuredContent).toMatchObject({
      mode: 'code',
      state: 'delegated',
      messages: [{ role: 'user', text: 'Describe the login page' }],
      hierarchy: { children: [{ session_id: child.session_id }] },
      decisions: [{ allowed: true }, { allowed: false }, { allowed: false }, { allowed: true }],
    });
    await call('complete_task', { session_id: child.session_id, status: 'completed', result: 'Answered.' });
    const ended = await call('complete_task', { session_id, status: 'completed', result: 'Described and mended.' });
    expect(ended.structuredContent).toMatchObject({ state: 'completed' });
  });

  test('an outside client accepts every kind of refusal', async () => {
    const { session_id } = (await call('create_task', { mode_slug: 'docs' })).structuredContent;
    const refusals: readonly [string, string, Record<string, unknown>][] = [
      ['MODE_NOT_FOUND', 'get_mode_info', { mode_slug: 'dosc' }],
      ['MODE_NOT_FOUND', 'create_task', { mode_slug: 'dosc' }],
      ['MODE_NOT_FOUND', 'switch_mode', { session_id, new_mode_slug: 'dosc' }],
      ['TASK_NOT_FOUND', 'get_task_info', { session_id: 'ses_unknown' }],
      ['TASK_NOT_FOUND', 'complete_task', { session_id: 'ses_unknown', status: 'failed' }],
      ['VALIDATION_ERROR', 'list_modes', { source: 'nowhere' }],
      ['VALIDATION_ERROR', 'create_task', {}],
      ['TOOL_RESTRICTION_ERROR', 'validate_tool_use', { session_id, tool_name: 'execute_command', enforce: true }],
      [
        'FILE_RESTRICTION_ERROR',
        'validate_tool_use',
        { session_id, tool_name: 'write_to_file', file_path: 'a.ts', enforce: true },
      ],
    ];
    for (const [name, tool, args] of refusals) {
      const refused = await call(tool, args);
      expect(refused).toMatchObject({ isError: true, structuredContent: { error: { name } } });
    }
  });

  test('an outside client reads the three resources of a mode', async () => {
    const read = async (uri: string): Promise<Result> => (await client.readResource({ uri })).contents[0];
    expect(JSON.parse((await read('mode://docs')).text)).toMatchObject({ slug: 'docs', source: 'project' });
    expect(JSON.parse((await read('mode://docs/config')).text)).toMatchObject({
      slug: 'docs',
      groups: ['read', {}, 'mcp'],
    });
    expect(await read('mode://docs/system_prompt')).toMatchObject({
      mimeType: 'text/plain',
      text: expect.stringMatching(/^You write documentation\.\n[\s\S]*Be brief\./),
    });
    await expect(client.readResource({ uri: 'mode://dosc' })).rejects.toThrow("Did you mean 'docs'?");
  });

  test('an outside client gets a prompt', async () => {
    const { messages } = await client.getPrompt({ name: 'docs', arguments: { task: 'Describe the API' } });
    expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('Describe the API') } }]);
    await expect(client.getPrompt({ name: 'broken' })).rejects.toThrow(/broken/);
  });
});

test('--tool-errors jsonrpc makes a refusal a JSON-RPC error for a client', async () => {
  const client = await connectSuccessor({ ...launch, args: [...launch.args, '--tool-errors', 'jsonrpc'] }, 'legacy');
  await client.listTools();
  const refused = client.callTool({ name: 'get_mode_info', arguments: { mode_slug: 'dosc' } });
  await expect(refused).rejects.toMatchObject({
    code: -32001,
    message: expect.stringContaining("Did you mean 'docs'?"),
  });
  expect(await client.callTool({ name: 'list_modes' })).toMatchObject({ structuredContent: { problems: 2 } });
  await client.close();
});

test('the AI SDK creates working tools from the list', async () => {
  const client = await connectAiSdk(launch);
  const tools = await client.tools();
  expect(Object.keys(tools)).toEqual(toolNames);
  const result = await tools.list_modes?.execute({ source: 'global' }, { toolCallId: '1', messages: [], context: {} });
  expect(result).toMatchObject({ structuredContent: { modes: [] } });
  await client.close();
});

describe.concurrent('the MCP inspector', () => {
  const inspector = installedScript('@modelcontextprotocol/inspector', 'mcp-inspector');
  const storage = createFolder();

  async function inspect(method: string, ...args: readonly string[]) {
    const target = [process.execPath, builtServer, ...serverArgs];
    const { code, stdout, stderr } = await runScript(
      inspector,
      ['--cli', ...target, '--method', method, '--format', 'json', ...args],
      { cwd: project, home, env: { MCP_INSPECTOR_SECRET_STORE: 'memory', MCP_STORAGE_DIR: storage } },
    );
    const result: Result = stdout === '' ? undefined : JSON.parse(stdout).result;
    return { code, result, stderr };
  }

  test('the MCP inspector finds no error in the schemas of the tools', async () => {
    const { code, result, stderr } = await inspect('tools/list', '--strict');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
    expect(result.tools.map((tool: ListedTool) => tool.name)).toEqual(toolNames);
  });

  test.each<[string, readonly string[], object]>([
    ['list_modes', ['source=project'], { modes: [{ slug: 'docs' }, { slug: 'broken' }] }],
    ['get_mode_info', ['mode_slug=docs', 'include_system_prompt=true'], { slug: 'docs' }],
    ['create_task', ['mode_slug=docs', 'initial_message=Begin'], { mode_slug: 'docs', state: 'pending' }],
  ])('the MCP inspector calls %s', async (name, args, structuredContent) => {
    const { code, result } = await inspect('tools/call', '--tool-name', name, '--tool-arg', ...args);
    expect([code, result]).toMatchObject([0, { structuredContent }]);
  });

  // Each of its calls is a server of its own, which knows none of the sessions of another.
  test.each([
    ['switch_mode', ['session_id=ses_unknown', 'new_mode_slug=code']],
    ['get_task_info', ['session_id=ses_unknown']],
    ['validate_tool_use', ['session_id=ses_unknown', 'tool_name=read_file']],
    ['add_message', ['session_id=ses_unknown', 'text=Hello']],
    ['complete_task', ['session_id=ses_unknown', 'status=completed']],
  ])('the MCP inspector shows the error of %s for an unknown session', async (name, args) => {
    const { code, result } = await inspect('tools/call', '--tool-name', name, '--tool-arg', ...args);
    expect([code, result]).toMatchObject([
      5,
      { isError: true, structuredContent: { error: { name: 'TASK_NOT_FOUND' } } },
    ]);
  });

  test('the MCP inspector lists and reads resources', async () => {
    const [list, templateList, read] = await Promise.all([
      inspect('resources/list'),
      inspect('resources/templates/list'),
      inspect('resources/read', '--uri', 'mode://docs/config'),
    ]);
    expect([list.code, templateList.code, read.code]).toEqual([0, 0, 0]);
    expect(list.result.resources).toHaveLength(7 * templates.length);
    expect(templateList.result.resourceTemplates).toMatchObject(templates.map((uriTemplate) => ({ uriTemplate })));
    expect(JSON.parse(read.result.contents[0].text)).toMatchObject({ slug: 'docs' });
  });

  test('the MCP inspector lists and gets prompts', async () => {
    const [list, got] = await Promise.all([
      inspect('prompts/list'),
      inspect('prompts/get', '--prompt-name', 'docs', '--prompt-args', 'task=Begin'),
    ]);
    expect([list.code, got.code]).toEqual([0, 0]);
    expect(list.result.prompts).toMatchObject(workingModes.map((name) => ({ name })));
    expect(got.result.messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('Begin') } }]);
  });
});

const validator = new AjvJsonSchemaValidator();

/** Why content does not fit the schema that its tool was listed with; every tool has one. */
function schemaProblem(tools: readonly ListedTool[], name: string, content: unknown): string | undefined {
  const schema = tools.find((tool) => tool.name === name)?.outputSchema;
  if (schema === undefined) return `${name} has no output schema`;
  const outcome = validator.getValidator(schema as Parameters<typeof validator.getValidator>[0])(content);
  return outcome.valid ? undefined : outcome.errorMessage;
}
