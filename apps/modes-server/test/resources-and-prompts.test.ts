import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docsModes, openServer, servers } from './support/open-server.ts';

const files = { '.roomodes': docsModes, '.roo/mcp.json': servers };

test('each mode has three resources, which are listed and have templates', async () => {
  const { client } = await openServer({ files });
  const { resources } = (await client.request('resources/list')) as { resources: { uri: string }[] };
  expect(resources.map((resource) => resource.uri).filter((uri) => uri.includes('docs'))).toEqual([
    'mode://docs',
    'mode://docs/config',
    'mode://docs/system_prompt',
  ]);
  expect(resources).toHaveLength(18);
  const { resourceTemplates } = (await client.request('resources/templates/list')) as {
    resourceTemplates: { uriTemplate: string }[];
  };
  expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual([
    'mode://{slug}',
    'mode://{slug}/config',
    'mode://{slug}/system_prompt',
  ]);
});

test('the resources of a mode return it in full, as configured, and as a prompt', async () => {
  const { client } = await openServer({ files });
  const read = async (uri: string) =>
    ((await client.request('resources/read', { uri })) as { contents: { text: string; mimeType: string }[] })
      .contents[0];
  expect(JSON.parse((await read('mode://architect'))?.text ?? '')).toMatchObject({
    slug: 'architect',
    name: '🏗️ Architect',
    source: 'builtin',
    tool_groups: {
      read: { enabled: true },
      edit: { enabled: true, file_regex: '\\.md$' },
      command: { enabled: false },
      modes: { enabled: true },
    },
    file_restrictions: { file_regex: '\\.md$' },
  });
  expect(JSON.parse((await read('mode://docs/config'))?.text ?? '')).toMatchObject({
    slug: 'docs',
    source: 'project',
    groups: ['read', ['edit', { fileRegex: '^docs/.*\\.md$' }], 'mcp'],
  });
  const prompt = await read('mode://docs/system_prompt');
  expect(prompt?.mimeType).toBe('text/plain');
  expect(prompt?.text).toContain('- edit: apply_diff, write_to_file');
  expect(prompt?.text).toContain('## github');
  expect(prompt?.text).not.toContain('admin');
});

test('reading an unknown mode is a JSON-RPC error with the nearest slug', async () => {
  const { client } = await openServer({ files });
  await expect(client.request('resources/read', { uri: 'mode://dcos' })).rejects.toMatchObject({
    code: -32001,
    message: expect.stringContaining("Did you mean 'docs'?"),
  });
  await expect(client.request('resources/read', { uri: 'file:///etc/passwd' })).rejects.toMatchObject({
    code: expect.any(Number),
  });
});

test('completion completes the slugs of modes', async () => {
  const { client } = await openServer({ files });
  const complete = (value: string) =>
    client.request('completion/complete', {
      ref: { type: 'ref/resource', uri: 'mode://{slug}/config' },
      argument: { name: 'slug', value },
    });
  expect(await complete('d')).toMatchObject({ completion: { values: ['debug', 'docs'] } });
});

test('each valid mode has a prompt with an optional task', async () => {
  const { client } = await openServer({ files: { '.roomodes': `${docsModes}  - slug: broken\n    name: Broken\n` } });
  const { prompts } = (await client.request('prompts/list')) as { prompts: { name: string }[] };
  expect(prompts.map((prompt) => prompt.name)).toEqual(['architect', 'code', 'ask', 'debug', 'orchestrator', 'docs']);
  const got = await client.request('prompts/get', { name: 'docs', arguments: { task: 'Describe the API' } });
  expect(got).toMatchObject({
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text: expect.stringMatching(/^You write documentation\.[\s\S]*TASK\n\nDescribe the API\n$/),
        },
      },
    ],
  });
  await expect(client.request('prompts/get', { name: 'broken' })).rejects.toMatchObject({ code: -32602 });
});

test('a change on disk notifies the subscribers of a resource and of the lists', async () => {
  const { client, modes, project } = await openServer({ files });
  await client.request('resources/subscribe', { uri: 'mode://docs' });
  writeFileSync(join(project, '.roomodes'), docsModes.replace('^docs/.*', '^manual/.*'));
  await modes.reload();
  expect(await client.nextNotification('notifications/resources/updated')).toMatchObject({
    params: { uri: 'mode://docs' },
  });
  await client.nextNotification('notifications/resources/list_changed');
  await client.nextNotification('notifications/prompts/list_changed');
});

test('a task whose mode was removed can only switch its mode and end', async () => {
  const { call, modes, project } = await openServer({ files });
  const { facts } = await call('create_task', { mode_slug: 'docs' });
  const { session_id } = facts;
  writeFileSync(join(project, '.roomodes'), 'customModes: []\n');
  await modes.reload();
  expect((await call('validate_tool_use', { session_id, tool_name: 'read_file' })).facts).toMatchObject({
    allowed: false,
    code: 'MODE_UNKNOWN',
  });
  expect((await call('switch_mode', { session_id, new_mode_slug: 'ask' })).facts).toMatchObject({ changed: true });
});

test('a broken modes file refuses the modes that it may redefine, until it is repaired', async () => {
  const { call, modes, project } = await openServer({ files });
  const { facts } = await call('create_task', { mode_slug: 'code' });
  const ask = async () =>
    (await call('validate_tool_use', { session_id: facts.session_id, tool_name: 'read_file' })).facts;
  writeFileSync(join(project, '.roomodes'), 'customModes: [\n');
  await modes.reload();
  expect(await ask()).toMatchObject({ allowed: false, code: 'MODES_UNREADABLE' });
  writeFileSync(join(project, '.roomodes'), docsModes);
  await modes.reload();
  expect(await ask()).toMatchObject({ allowed: true });
});

test('a restriction that names an unknown server is reported with the nearest name', async () => {
  const { modes } = await openServer({
    files: { ...files, '.roomodes': docsModes.replace('serverName: github', 'serverName: gitub') },
  });
  expect(modes.current.problems.find((problem) => problem.code === 'RESTRICTION_SERVER_UNKNOWN')).toMatchObject({
    line: 14,
    message: expect.stringContaining("Did you mean 'github'?"),
  });
});
