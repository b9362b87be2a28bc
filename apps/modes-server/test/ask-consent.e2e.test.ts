import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { twoTools } from './gateway/support/upstreams.ts';
import { builtServer } from './support/built-server.ts';
import { mode } from './support/server-modes.ts';

test.each([
  ['2025-11-25', undefined],
  ['2026-07-28', { mode: { pin: '2026-07-28' } } as const],
])('an SDK client that speaks %s answers the question about a call over stdio', async (_era, versionNegotiation) => {
  const alpha = twoTools('alpha');
  const careful = mode('careful', { mcpRestrictions: { askTools: [{ serverName: 'alpha', toolName: 'echo' }] } });
  const project = createFolder({
    '.roomodes': JSON.stringify({ customModes: [careful] }),
    '.roo/mcp.json': JSON.stringify({ mcpServers: { alpha: alpha.entry } }),
  });
  const auditLog = join(createFolder(), 'audit.jsonl');
  const more = versionNegotiation === undefined ? {} : { versionNegotiation };
  const client = new Client({ name: 'v2', version: '1' }, { ...more, capabilities: { elicitation: {} } });
  const answers = [{ action: 'decline' as const }, { action: 'accept' as const, content: { allow: true } }];
  const messages: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    messages.push(params.message);
    return answers.shift() ?? { action: 'cancel' };
  });
  onTestFinished(() => client.close());
  const flags = ['--mode', 'careful', '--trust-project', '--audit-log', auditLog, '--audit', 'sync'];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [builtServer, '--project-root', project, ...flags],
      env: { HOME: createFolder() },
      stderr: 'ignore',
    }),
  );
  await expect.poll(async () => (await client.listTools()).tools.map(({ name }) => name)).toContain('alpha__echo');
  const call = () => client.callTool({ name: 'alpha__echo', arguments: { text: 'a\u202eb' } });
  expect(await call()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('The person who was asked declined.') }],
  });
  expect(alpha.calls()).toEqual([]);
  expect(await call()).not.toHaveProperty('isError', true);
  expect(alpha.calls()).toEqual(['echo']);
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatch(/"echo" of server "alpha".*"text": "a<U\+202E>b"/s);
  const lines = readFileSync(auditLog, 'utf8').trim().split('\n');
  const words = lines.map((line) => JSON.parse(line)).map(({ consent, event }) => consent ?? event);
  expect(words.join(' ')).toBe('asked declined decision asked accepted decision outcome');
});
