import { createFolder, startHttpServer } from '@modegate/cli-kit/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { builtServer } from './support/built-server.ts';
import { runAgent } from './support/served-agent.ts';

describe.each([
  ['that knows no later revision', undefined, '2025-11-25'],
  ['pinned to the later one', { mode: { pin: '2026-07-28' } } as const, '2026-07-28'],
  ['that negotiates', { mode: 'auto' } as const, '2026-07-28'],
])('a client of SDK v2 %s', (_how, versionNegotiation, revision) => {
  async function open() {
    const agent = await runAgent({ dialect: 'official' });
    const client = new Client(
      { name: 'v2', version: '1' },
      versionNegotiation === undefined ? {} : { versionNegotiation },
    );
    onTestFinished(async () => {
      await client.close();
      await agent.stop();
    });
    return { agent, client };
  }

  /** Drives a task to its question. */
  async function expectDriven(client: Client): Promise<void> {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.length).toBeGreaterThan(20);
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
    const started = await client.callTool({ name: 'roo_ipc_start_task', arguments: { text: 'What is this?' } });
    expect(started).toMatchObject({ structuredContent: { outcome: 'confirmed' } });
    const { taskId } = started.structuredContent as { readonly taskId: string };
    expect(await client.callTool({ name: 'roo_ipc_wait_for_task', arguments: { task_id: taskId } })).toMatchObject({
      structuredContent: { needsAnswer: true, question: 'What do you mean?' },
    });
    expect(await client.callTool({ name: 'roo_ipc_get_messages', arguments: { task_id: 7 } })).toMatchObject({
      isError: true,
    });
  }

  test('a client of SDK v2 controls an agent over stdio', async () => {
    const { agent, client } = await open();
    const args = [builtServer, ...agent.args];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    await expectDriven(client);
  });

  test('a client of SDK v2 controls an agent over HTTP and receives its state', async () => {
    const { agent, client } = await open();
    const program = await startHttpServer(builtServer, agent.args, { cwd: createFolder(), home: createFolder() });
    onTestFinished(async () => {
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(program.url)));
    const heard = Promise.withResolvers<string>();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => heard.resolve(params.uri));
    const [resource] = (await client.listResources()).resources.filter(({ uri }) => uri.includes('status'));
    const uri = String(resource?.uri);
    if (revision === '2026-07-28') await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    await expectDriven(client);
    await agent.stop();
    expect(await heard.promise).toBe(uri);
  });
});
