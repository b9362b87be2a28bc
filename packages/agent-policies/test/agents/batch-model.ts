import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentToolCall } from '@modegate/agent-policies';

/** A model on loopback that makes all calls of a batch together. */
export interface BatchModel {
  readonly url: string;
  /** Names of the tools that the agent offered for a batch; none before it made a request. */
  readonly offered: (batch: number) => ReadonlySet<string>;
  readonly close: () => void;
}

/** Returns the prompt for a batch. */
export function promptForBatch(index: number): string {
  return `Please do [[batch:${index}]] now.`;
}

/**
 * Starts a model for chat completions. It makes the calls of a batch whose tools are offered; their ids are `call_0`,
 * `call_1`, and so on, by their position in the batch.
 */
export async function startBatchModel(batches: readonly (readonly AgentToolCall[])[]): Promise<BatchModel> {
  const offered = new Map<number, ReadonlySet<string>>();
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(answer(body, { batches, offered }));
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    offered: (batch) => offered.get(batch) ?? new Set(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Conversation {
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
}

async function readBody(request: IncomingMessage): Promise<Conversation> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Conversation;
}

interface Script {
  readonly batches: readonly (readonly AgentToolCall[])[];
  readonly offered: Map<number, ReadonlySet<string>>;
}

function answer(conversation: Conversation, script: Script): string {
  const calls = nextCalls(conversation, script);
  const delta =
    calls.length === 0
      ? { role: 'assistant', content: 'Done.' }
      : { role: 'assistant', content: null, tool_calls: calls };
  const chunks = [{ delta }, { delta: {}, finish_reason: calls.length === 0 ? 'stop' : 'tool_calls' }];
  return [...chunks.map((choice) => `data: ${JSON.stringify(toChunk(choice))}\n\n`), 'data: [DONE]\n\n'].join('');
}

function nextCalls({ tools = [], messages }: Conversation, { batches, offered }: Script): readonly object[] {
  const prompt = JSON.stringify(messages.find(({ role }) => role === 'user')?.content ?? '');
  const batch = Number(/\[\[batch:(\d+)\]\]/.exec(prompt)?.[1] ?? '-1');
  // A request without tools asks for a title.
  if (tools.length === 0 || messages.some(({ role }) => role === 'tool')) return [];
  const names = new Set(tools.map((tool) => tool.function.name));
  offered.set(batch, names);
  const calls = (batches[batch] ?? []).map(({ tool: name, arguments: input }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return calls.filter((call) => names.has(call.function.name)).map((call, index) => ({ index, ...call }));
}

function toChunk(choice: object): object {
  return {
    id: 'chat_1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, finish_reason: null, ...choice }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
