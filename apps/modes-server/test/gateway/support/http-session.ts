import type { Message } from '../../support/wire-client.ts';
import { ownTools } from './gateway.ts';

/** A client over Streamable HTTP. */
export interface HttpSession {
  /** Notifications, in the order in which they came. */
  readonly heard: readonly Message[];
  readonly call: (name: string, args?: object) => Promise<Message>;
  /** The names of the tools, less those of the modes-server itself. */
  readonly names: () => Promise<readonly string[]>;
  /** Ends the stream of notifications; the session stays. */
  readonly leave: () => void;
}

/** One session over Streamable HTTP: its answers, and what it is told between them. */
export async function openSession(url: string, capabilities: object = {}): Promise<HttpSession> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  let lastId = 0;
  const heard: Message[] = [];
  const leaving = new AbortController();
  const post = async (message: object): Promise<Message> => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
    const session = response.headers.get('mcp-session-id');
    if (session !== null) headers['mcp-session-id'] = session;
    const messages = parseBody(await response.text());
    heard.push(...messages.filter(({ id }) => id === undefined));
    return messages.find(({ id }) => id !== undefined);
  };
  const request = (method: string, params: object = {}) => post({ jsonrpc: '2.0', id: ++lastId, method, params });
  const clientInfo = { name: 'http', version: '1' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  headers['mcp-protocol-version'] = '2025-11-25';
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const stream = await fetch(url, { headers, signal: leaving.signal });
  void listen(stream, heard);
  return {
    heard,
    call: async (name: string, args: object = {}) => request('tools/call', { name, arguments: args }),
    names: async (): Promise<readonly string[]> =>
      (await request('tools/list')).result.tools
        .map(({ name }: Message) => name)
        .filter((name: string) => !ownTools.has(name))
        .toSorted(),
    leave: () => leaving.abort(),
  };
}

async function listen(stream: Response, heard: Message[]): Promise<void> {
  try {
    let rest = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      heard.push(...events.flatMap(parseBody));
    }
  } catch {
    // The session was left.
  }
}

function parseBody(text: string): readonly Message[] {
  if (text === '') return [];
  if (text.startsWith('{')) return [JSON.parse(text)];
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:') && line.length > 6)
    .map((line) => JSON.parse(line.slice(5)));
}
