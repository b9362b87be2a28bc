import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import type { ModesServer } from '../../apps/modes-server/src/server.ts';
import { serveStdio } from '../../packages/mcp-protocol/src/stdio/index.ts';
import { connectInMemory, type InMemoryClient } from '../../packages/mcp-protocol/src/testing/index.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect } from '../support/expect.ts';
import { createAnswers } from './answers.ts';
import { type Burst, burst, chunksOf, hostileMessage, idsIn, sessionPlaceholder } from './hostile-messages.ts';
import { openSampleServer } from './open-sample-server.ts';
import { createSampleProject } from './sample-project.ts';

const maxMessageBytes = 64 * 1024;
const answerMs = 20_000;

/** The modes server in this process, over pipes and without any: hostile messages, and it still answers. */
export const protocolTarget: Target = {
  name: 'protocol',
  open: async () => {
    const project = createSampleProject();
    const errors: string[] = [];
    const modesServer = openSampleServer(project.folder, (message) => errors.push(message));
    await modesServer.modes.ready;
    const { id } = await modesServer.sessions.create({ mode: 'docs' });
    let messages = 0;
    return createCampaign({
      arbitrary: fc.record({ burst: burst(maxMessageBytes), values: fc.array(hostileMessage, { maxLength: 8 }) }),
      judge: async (input) => {
        errors.length = 0;
        messages += await overPipes(modesServer, input.burst, id);
        await inMemory(modesServer, input.values, id);
        expect(errors.length === 0, 'no unexpected error in the log', ...errors);
      },
      close: async () => {
        await modesServer.server.close();
        project.remove();
      },
      notes: () => `${messages} messages`,
    });
  },
};

async function overPipes({ server }: ModesServer, input: Burst, sessionId: string): Promise<number> {
  const [stdin, stdout, answers] = [new PassThrough(), new PassThrough(), createAnswers()];
  const serving = await serveStdio(server, { stdin, stdout, maxMessageBytes });
  stdout.on('data', answers.push);
  const chunks = chunksOf(input, sessionId);
  const end = Buffer.from(markers.map((marker) => `${JSON.stringify(marker)}\n`).join(''));
  for (const chunk of [...chunks, end]) stdin.write(chunk);
  for (const { id } of markers) await answers.answer(id, answerMs);
  stdin.end();
  await serving.closed;
  const sent = idsIn(Buffer.concat([...chunks, end]));
  answers.check(sent);
  expect(server.inFlight === 0, 'nothing in flight after the end', server.inFlight);
  return [...sent.values()].reduce((sum, count) => sum + count, 0);
}

const markers = [
  {
    jsonrpc: '2.0',
    id: 'marker-initialize',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
  },
  { jsonrpc: '2.0', id: 'marker-ping', method: 'ping' },
  { jsonrpc: '2.0', id: 'marker-list', method: 'tools/call', params: { name: 'list_modes', arguments: {} } },
] as const;

async function inMemory({ server }: ModesServer, values: readonly unknown[], sessionId: string): Promise<void> {
  const client = await connectInMemory(server);
  for (const value of values) client.send(withSession(value, sessionId));
  client.send(markers[2]);
  // The answers come in later turns of the event loop.
  for (let turn = 0; turn < 1_000 && !isAnswered(client); turn++) await new Promise(setImmediate);
  expect(isAnswered(client), 'list_modes to answer');
  await client.close();
}

function isAnswered({ received }: InMemoryClient): boolean {
  return received.some((message) => 'id' in message && message.id === markers[2].id && 'result' in message);
}

function withSession(value: unknown, sessionId: string): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? value : (JSON.parse(text.replaceAll(sessionPlaceholder, sessionId)) as unknown);
}
