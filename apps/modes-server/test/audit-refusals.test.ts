import type { JsonObject } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { createFakeUpstreams, tool } from './support/fake-upstreams.ts';
import { docsModes, type OpenServer, type OpenServerOptions, openServer } from './support/open-server.ts';
import { nextQuestion, turn } from './support/questions.ts';

/** security M2: every way to be refused, over the real server. A way that is added and misses here still leaves a line: the answer itself writes it. */

const readerModes = `${docsModes}  - slug: reader
    name: Reader
    roleDefinition: You read.
    groups: [mcp]
    mcpRestrictions:
      allowedServers: [up]
      disallowedTools:
        - serverName: up
          toolName: del_*
`;

const upstreams = () =>
  createFakeUpstreams({
    up: { tools: [tool('get_x'), tool('del_x')] },
    secret: {
      tools: [tool('get_x')],
      resources: [{ uri: 'secret://a', name: 'a' }],
      resourceTemplates: [{ uriTemplate: 'secret://{id}', name: 't' }],
      prompts: [{ name: 'ask', arguments: [] }],
    },
  });

interface Way {
  readonly name: string;
  readonly options?: OpenServerOptions;
  readonly request: (server: OpenServer, session: string) => readonly [string, JsonObject];
  /** What the line says beside `allowed: false`. */
  readonly line: object;
}

const call = (name: string, args: JsonObject = {}) => ['tools/call', { name, arguments: args }] as const;
const reader = { flags: { gateway: 'on', mode: 'reader' } } as const;
const asking = { flags: { gateway: 'on', mode: 'reader', modeSwitching: 'ask' } } as const;

const ways: readonly Way[] = [
  {
    name: 'validate_tool_use',
    request: (_server, id) =>
      call('validate_tool_use', { session_id: id, tool_name: 'write_to_file', tool_params: { path: 'x' } }),
    line: { tool: 'write_to_file', mode: 'reader' },
  },
  {
    name: 'Q2: validate_tool_use of use_mcp_tool with the pair among its arguments',
    request: (_server, id) =>
      call('validate_tool_use', {
        session_id: id,
        tool_name: 'use_mcp_tool',
        tool_params: { server_name: 'up', tool_name: 'del_x', arguments: {} },
      }),
    line: { tool: 'use_mcp_tool', mcp_server: 'up', mcp_tool: 'del_x' },
  },
  {
    name: 'Q2: validate_tool_use of access_mcp_resource',
    request: (_server, id) =>
      call('validate_tool_use', {
        session_id: id,
        tool_name: 'access_mcp_resource',
        tool_params: { server_name: 'secret', uri: 'secret://a' },
      }),
    line: { tool: 'access_mcp_resource', mcp_server: 'secret', mcp_resource: 'secret://a' },
  },
  {
    name: 'validate_tool_use that enforces',
    request: (_server, id) =>
      call('validate_tool_use', { session_id: id, tool_name: 'execute_command', enforce: true }),
    line: { tool: 'execute_command' },
  },
  {
    name: 'validate_tool_use of a session that is not there',
    request: () => call('validate_tool_use', { session_id: 'ses_guess', tool_name: 'read_file' }),
    line: { tool: 'validate_tool_use', session_id: 'ses_guess', code: 'TASK_NOT_FOUND' },
  },
  {
    name: 'describe_tool',
    request: () => call('describe_tool', { name: 'up__del_x' }),
    line: { tool: 'describe_tool', mcp_server: 'up', mcp_tool: 'up__del_x' },
  },
  {
    name: 'describe_tool of a hidden server',
    request: () => call('describe_tool', { name: 'secret__get_x' }),
    line: { tool: 'describe_tool', mcp_server: 'secret' },
  },
  {
    name: 'call_tool',
    request: () => call('call_tool', { name: 'up__del_x' }),
    line: { tool: 'use_mcp_tool', mcp_server: 'up', mcp_tool: 'del_x' },
  },
  {
    name: 'call_tool of an unknown tool',
    request: () => call('call_tool', { name: 'up__nothing' }),
    line: { tool: 'call_tool', mcp_tool: 'up__nothing' },
  },
  {
    name: 'call_tool in a session that is not there',
    request: () => call('call_tool', { name: 'up__get_x', session_id: 'ses_guess' }),
    line: { tool: 'call_tool', session_id: 'ses_guess', code: 'TASK_NOT_FOUND' },
  },
  {
    name: 'list_available_tools of a session that is not there',
    request: () => call('list_available_tools', { session_id: 'ses_guess' }),
    line: { tool: 'list_available_tools', code: 'TASK_NOT_FOUND' },
  },
  {
    name: 'a hidden tool by its name',
    request: () => call('up__del_x'),
    line: { tool: 'use_mcp_tool', mcp_server: 'up', mcp_tool: 'del_x' },
  },
  { name: 'a tool of a hidden server', request: () => call('secret__get_x'), line: { mcp_server: 'secret' } },
  { name: 'an unknown tool', request: () => call('rm_rf'), line: { tool: 'rm_rf', code: 'INVALID_PARAMS' } },
  {
    name: 'a configuration tool outside of configuration mode',
    request: () => call('build-toolset', { name: 'x' }),
    line: { tool: 'build-toolset' },
  },
  {
    name: 'create_task in another mode',
    request: () => call('create_task', { mode_slug: 'docs' }),
    line: { tool: 'create_task', mode: 'reader', requested_mode: 'docs', code: 'TOOL_RESTRICTION_ERROR' },
  },
  {
    name: 'create_task in a mode that is not there',
    request: () => call('create_task', { mode_slug: 'gdo' }),
    line: { tool: 'create_task', requested_mode: 'gdo', code: 'MODE_NOT_FOUND' },
  },
  {
    name: 'switch_mode',
    request: (_server, id) => call('switch_mode', { session_id: id, new_mode_slug: 'docs' }),
    line: { tool: 'switch_mode', mode: 'reader', requested_mode: 'docs' },
  },
  {
    name: 'switch_mode where it is switched off',
    options: { flags: { gateway: 'on', mode: 'reader', modeSwitching: 'free', disableTool: ['switch_mode'] } },
    request: (_server, id) => call('switch_mode', { session_id: id, new_mode_slug: 'docs' }),
    line: { tool: 'switch_mode', code: 'TOOL_DISABLED' },
  },
  {
    name: 'new_task where it is switched off',
    options: { flags: { gateway: 'on', mode: 'reader', modeSwitching: 'free', disableTool: ['new_task'] } },
    request: (_server, id) => call('create_task', { mode_slug: 'docs', parent_session_id: id }),
    line: { tool: 'create_task', code: 'TOOL_DISABLED', requested_mode: 'docs' },
  },
  {
    name: 'a switch by create_task where both are switched off',
    options: {
      flags: { gateway: 'on', mode: 'reader', modeSwitching: 'free', disableTool: ['new_task', 'switch_mode'] },
    },
    request: () => call('create_task', { mode_slug: 'docs' }),
    line: { tool: 'create_task', requested_mode: 'docs' },
  },
  {
    name: 'complete_task of a session that is not there',
    request: () => call('complete_task', { session_id: 'ses_guess', status: 'completed' }),
    line: { tool: 'complete_task', code: 'TASK_NOT_FOUND' },
  },
  {
    name: 'get_task_info of a session that is not there',
    request: () => call('get_task_info', { session_id: 'ses_guess' }),
    line: { tool: 'get_task_info', code: 'TASK_NOT_FOUND' },
  },
  {
    name: 'get_mode_info of a hidden mode',
    request: () => call('get_mode_info', { mode_slug: 'docs' }),
    line: { tool: 'get_mode_info', requested_mode: 'docs', code: 'MODE_NOT_FOUND' },
  },
  {
    name: 'arguments that do not fit',
    request: () => call('create_task', { mode_slug: 7 }),
    line: { tool: 'create_task' },
  },
  {
    name: 'consent of a client that cannot ask',
    options: asking,
    request: () => call('create_task', { mode_slug: 'docs' }),
    line: { tool: 'create_task', requested_mode: 'docs', code: 'TOOL_RESTRICTION_ERROR' },
  },
  {
    name: 'a resource',
    request: () => ['resources/read', { uri: 'secret://a' }],
    line: { tool: 'access_mcp_resource', mcp_server: 'secret', mcp_resource: 'secret://a' },
  },
  {
    name: 'a resource that nobody has',
    request: () => ['resources/read', { uri: 'nobody://a' }],
    line: { tool: 'resources/read', mcp_resource: 'nobody://a' },
  },
  {
    name: 'a hidden mode as a resource',
    request: () => ['resources/read', { uri: 'mode://docs' }],
    line: { tool: 'resources/read', mcp_resource: 'mode://docs', code: 'MODE_NOT_FOUND' },
  },
  {
    name: 'a subscription',
    request: () => ['resources/subscribe', { uri: 'secret://a' }],
    line: { mcp_server: 'secret' },
  },
  { name: 'a prompt', request: () => ['prompts/get', { name: 'secret__ask' }], line: { mcp_server: 'secret' } },
  {
    name: 'a prompt that nobody has',
    request: () => ['prompts/get', { name: 'docs' }],
    line: { tool: 'prompts/get', mcp_resource: 'docs' },
  },
  {
    name: 'a completion for a resource',
    request: () => [
      'completion/complete',
      { ref: { type: 'ref/resource', uri: 'secret://{id}' }, argument: { name: 'id', value: '' } },
    ],
    line: { mcp_server: 'secret' },
  },
  {
    name: 'a completion for a prompt',
    request: () => [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'secret__ask' }, argument: { name: 'id', value: '' } },
    ],
    line: { mcp_server: 'secret' },
  },
  {
    name: 'an unknown method',
    request: () => ['tools/destroy', {}],
    line: { tool: 'tools/destroy', code: 'METHOD_NOT_FOUND' },
  },
];

async function open(options: OpenServerOptions = reader) {
  const server = await openServer({ files: { '.roomodes': readerModes }, upstreams: upstreams(), ...options });
  await server.client.request('tools/list');
  const { facts } = await server.call('create_task', { mode_slug: 'reader' });
  return { server, session: String(facts.session_id) };
}

describe('M2: audit lines of refusals', () => {
  test.each(ways)('the refusal of $name is logged', async ({ options, request, line }) => {
    const { server, session } = await open(options);
    const before = server.audit.length;
    await server.client.request(...request(server, session)).catch(() => undefined);
    const lines = server.audit.slice(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ allowed: false, ...line });
    expect(lines[0]).toHaveProperty('reason', expect.stringMatching(/./));
  });

  test.each([
    ['declined', { action: 'decline' }],
    ['dismissed', { action: 'cancel' }],
    ['forged', { action: 'ACCEPT', content: { accept: true } }],
  ])('a consent that was %s is logged as a refusal', async (_word, answer) => {
    const { server } = await open({ ...asking, client: { capabilities: { elicitation: {} } } });
    const before = server.audit.length;
    const created = server.call('create_task', { mode_slug: 'docs' });
    (await nextQuestion(server.client)).answer(answer);
    expect((await created).isError).toBe(true);
    expect(server.audit.slice(before)).toMatchObject([{ tool: 'create_task', requested_mode: 'docs', allowed: false }]);
  });

  test('a request that is cancelled while the user is asked is logged as a refusal', async () => {
    const { server } = await open({ ...asking, client: { capabilities: { elicitation: {} } } });
    const before = server.audit.length;
    server.client.send({
      jsonrpc: '2.0',
      id: 'mine',
      method: 'tools/call',
      params: { name: 'create_task', arguments: { mode_slug: 'docs' } },
    });
    await nextQuestion(server.client);
    server.client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'mine' } });
    await expect.poll(() => server.audit.length).toBe(before + 1);
    expect(server.audit.at(-1)).toMatchObject({ tool: 'create_task', allowed: false, code: 'CANCELLED' });
  });

  test('answered requests leave no refusal in the audit log', async () => {
    const { server } = await open();
    const before = server.audit.length;
    await server.call('list_modes');
    await server.call('describe_tool', { name: 'up__get_x' });
    await server.client.request('resources/read', { uri: 'mode://reader' });
    await turn();
    expect(server.audit.slice(before)).toEqual([]);
  });
});
