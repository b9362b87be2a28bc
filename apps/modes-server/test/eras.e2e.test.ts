import { createFolder, startHttpServer, writeInto } from '@modegate/cli-kit/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtServer } from './support/built-server.ts';
import { sampleProject } from './support/sample-project.ts';

/** How a client of SDK v2 chooses its revision, and which one it comes to. */
const eras = [
  ['that knows no later revision', undefined, '2025-11-25'],
  ['pinned to the later one', { mode: { pin: '2026-07-28' } } as const, '2026-07-28'],
  ['that negotiates', { mode: 'auto' } as const, '2026-07-28'],
] as const;

function createClient(versionNegotiation: (typeof eras)[number][1]): Client {
  const more = versionNegotiation === undefined ? {} : { versionNegotiation };
  const client = new Client({ name: 'v2', version: '1' }, { ...more, capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept' as const, content: {} }));
  onTestFinished(() => client.close());
  return client;
}

/** What a client of either era finds, and may do. */
async function expectModes(client: Client, revision: string): Promise<void> {
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  expect(client.getInstructions()).toContain('create_task');
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('create_task');
  expect((await client.listResources()).resources.length).toBeGreaterThan(0);
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  const created = await client.callTool({ name: 'create_task', arguments: { mode_slug: 'code' } });
  const { session_id } = created.structuredContent as { readonly session_id: string };
  const judged = { session_id, tool_name: 'write_to_file', file_path: 'src/a.ts' };
  expect(await client.callTool({ name: 'validate_tool_use', arguments: judged })).toMatchObject({
    structuredContent: { allowed: true, mode: 'code' },
  });
  expect(await client.callTool({ name: 'get_mode_info', arguments: { mode_slug: 'kode' } })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: revision === '2026-07-28' ? -31001 : -32001, name: 'MODE_NOT_FOUND' } },
  });
  await expect(client.callTool({ name: 'creat_task' })).rejects.toMatchObject({ code: -32602 });
}

describe.each(eras)('a client %s', (_how, negotiation, revision) => {
  test('a client is served and asked for consent over stdio', async () => {
    const project = createFolder(sampleProject);
    const client = createClient(negotiation);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [builtServer, '--project-root', project, '--mode-switching', 'ask'],
        env: { HOME: createFolder() },
        stderr: 'ignore',
      }),
    );
    await expectModes(client, revision);
  });

  test('a client is served over HTTP, where a path sets the mode', async () => {
    const project = createFolder(sampleProject);
    const { child, url, ended } = await startHttpServer(builtServer, [], { cwd: project, home: createFolder() });
    const [all, ask] = [createClient(negotiation), createClient(negotiation)];
    await all.connect(new StreamableHTTPClientTransport(new URL(url)));
    await expectModes(all, revision);
    await ask.connect(new StreamableHTTPClientTransport(new URL(`${url}/ask`)));
    expect(await ask.callTool({ name: 'create_task', arguments: { mode_slug: 'code' } })).toMatchObject({
      isError: true,
      structuredContent: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
    });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

test('a client that listens is notified when the files change', async () => {
  const project = createFolder(sampleProject);
  const { child, url, ended } = await startHttpServer(builtServer, [], { cwd: project, home: createFolder() });
  const client = createClient(eras[1][1]);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const heard = Promise.withResolvers<string>();
  client.setNotificationHandler('notifications/resources/list_changed', ({ method }) => heard.resolve(method));
  await client.listen({ resourcesListChanged: true });
  // The files are read by then; a change before that would be none.
  await client.listResources();
  writeInto(project, '.roomodes', 'customModes:\n  - { slug: new, name: New, roleDefinition: R, groups: [read] }\n');
  expect(await heard.promise).toBe('notifications/resources/list_changed');
  await expect
    .poll(async () => (await client.listResources()).resources.some(({ uri }) => uri.includes('new')))
    .toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
