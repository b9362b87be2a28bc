import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as the model makes it; a text is the input for a tool without parameters. */
export interface ScriptedCall {
  readonly name: string;
  readonly namespace?: string;
  readonly input: string | object;
}

/** A model on loopback that makes calls one after another. */
export interface CallingModel {
  readonly url: string;
  /** Returns the name of the script whose call waits for its result, with the number of the call. */
  readonly lastCall: () => readonly [script: string, index: number];
  /** Returns the agent's reply to a call. */
  readonly outputOf: (script: string, index: number) => string | undefined;
  /** Bodies of all requests. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/** Returns words for a prompt that make the model follow a script. */
export function promptOf(script: string): string {
  return `[[script:${script}]]`;
}

/** Calls by script name; a conversation follows the first script that it names. */
export type CallScripts = Readonly<Record<string, readonly ScriptedCall[]>>;

/** Starts a model for Codex, with scripts that know its port. */
export async function startCallingModel(scriptsFor: (port: number) => CallScripts): Promise<CallingModel> {
  let scripts: CallScripts = {};
  const outputs = new Map<string, string>();
  const requests: string[] = [];
  let last: readonly [string, number] = ['', -1];
  const reply = (text: string): object => {
    const { input = [] } = JSON.parse(text) as { input?: readonly OutputItem[] };
    const script = /\[\[script:([\w-]+)\]\]/.exec(text)?.[1] ?? '';
    const results = input.filter(({ type }) => type?.endsWith('call_output'));
    for (const { call_id: id = '', output } of results)
      outputs.set(id, typeof output === 'string' ? output : JSON.stringify(output));
    const call = scripts[script]?.[results.length];
    if (call === undefined) return finalMessage;
    last = [script, results.length];
    const { name, namespace, input: value } = call;
    const common = { call_id: `${script}_${results.length}`, name, ...(namespace !== undefined && { namespace }) };
    if (typeof value === 'string') return { type: 'custom_tool_call', ...common, input: value };
    const agent = [...text.matchAll(/agent_id\W+([\w-]+)/g)].at(-1)?.[1] ?? '';
    return { type: 'function_call', ...common, arguments: JSON.stringify(value).replaceAll('<agent_id>', agent) };
  };
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      if (!request.url?.endsWith('/responses')) return response.writeHead(404).end('{}');
      requests.push(text);
      const item = reply(text);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of eventsWith(item)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      return response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  scripts = scriptsFor(port);
  return {
    url: `http://127.0.0.1:${port}`,
    lastCall: () => last,
    outputOf: (script, index) => outputs.get(`${script}_${index}`),
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface OutputItem {
  readonly type?: string;
  readonly call_id?: string;
  readonly output?: unknown;
}

const finalMessage = {
  type: 'message',
  role: 'assistant',
  id: 'msg_1',
  content: [{ type: 'output_text', text: 'Done.' }],
};

const usage = {
  input_tokens: 1,
  input_tokens_details: null,
  output_tokens: 1,
  output_tokens_details: null,
  total_tokens: 2,
};

function eventsWith(item: object): readonly { readonly type: string }[] {
  return [
    { type: 'response.created', response: { id: 'resp_1' } } as { readonly type: string },
    { type: 'response.output_item.done', output_index: 0, item } as { readonly type: string },
    { type: 'response.completed', response: { id: 'resp_1', usage } } as { readonly type: string },
  ];
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
