import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Message } from '../../support/wire-client.ts';

/** What a proxy names otherwise: `all` are tools and prompts. */
export type Renamed = 'tools' | 'all';

/**
 * Serves, on a port of its own, a server whose tools (or tools and prompts) lose the prefix that the gateway puts before them. Everything else passes as it is.
 *
 * @returns The URL, and how to end it.
 */
export async function startRenamingProxy(
  target: URL,
  { prefix, renamed }: { readonly prefix: string; readonly renamed: Renamed },
): Promise<{ readonly url: string; readonly close: () => void }> {
  const names = createNames(prefix, renamed);
  const proxy = createServer((incoming, outgoing) => {
    forward(incoming, { outgoing, target, names }).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}${target.pathname}`, close };
}

/** A name in a header, which may come encoded and with space around it. */
function bare(header: string): string {
  const [, digits] = /^=\?base64\?(.*)\?=$/.exec(header.trim()) ?? [];
  return digits === undefined ? header.trim() : Buffer.from(digits, 'base64').toString();
}

interface Names {
  readonly prefix: string;
  readonly take: (message: Message) => Message;
  readonly give: (message: Message) => Message;
}

function createNames(prefix: string, renamed: Renamed): Names {
  const calls = renamed === 'all' ? ['tools/call', 'prompts/get'] : ['tools/call'];
  const lists = renamed === 'all' ? ['tools', 'prompts'] : ['tools'];
  const bare = (item: Message) => ({ ...item, name: item.name.replace(new RegExp(`^${prefix}`), '') });
  return {
    prefix,
    take: (message) => {
      const { method, params } = message;
      if (calls.includes(method)) return { ...message, params: { ...params, name: `${prefix}${params.name}` } };
      if (renamed !== 'all' || method !== 'completion/complete') return message;
      const ref = { ...params.ref, name: `${prefix}${params.ref.name}` };
      return params.ref.type === 'ref/prompt' ? { ...message, params: { ...params, ref } } : message;
    },
    give: (message) => {
      const list = lists.find((name) => Array.isArray(message.result?.[name]));
      if (list === undefined) return message;
      return { ...message, result: { ...message.result, [list]: message.result[list].map(bare) } };
    },
  };
}

async function forward(
  incoming: IncomingMessage,
  { outgoing, target, names }: { readonly outgoing: ServerResponse; readonly target: URL; readonly names: Names },
): Promise<void> {
  const body = await text(incoming);
  const taken = body.startsWith('{') ? names.take(JSON.parse(body)) : undefined;
  const changed = Buffer.from(taken === undefined ? body : JSON.stringify(taken));
  const name = incoming.headers['mcp-name'];
  // The header repeats what the body names; one that is wrong already stays so.
  const isNamed =
    typeof name === 'string' && taken !== undefined && `${names.prefix}${bare(name)}` === taken.params?.name;
  const headers = {
    ...incoming.headers,
    'content-length': String(changed.length),
    ...(isNamed ? { 'mcp-name': String(taken.params.name) } : {}),
  };
  const { method, url: path } = incoming;
  const onward = request({ host: target.hostname, port: target.port, method, path, headers });
  outgoing.once('close', () => onward.destroy());
  onward.once('error', () => outgoing.destroy());
  onward.once('response', (answer) => void answerWith(answer, outgoing, names).catch(() => outgoing.destroy()));
  onward.end(changed);
}

/** A stream passes line by line; any other body is changed as a whole. */
async function answerWith(answer: IncomingMessage, outgoing: ServerResponse, names: Names): Promise<void> {
  const { 'content-length': _length, ...headers } = answer.headers;
  const give = (json: string) => JSON.stringify(names.give(JSON.parse(json)));
  outgoing.writeHead(answer.statusCode ?? 502, headers).flushHeaders();
  if (headers['content-type'] === 'text/event-stream') {
    let rest = '';
    for await (const chunk of answer.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        outgoing.write(`${line.startsWith('data: {') ? `data: ${give(line.slice(6))}` : line}\n`);
    }
    outgoing.end(rest);
    return;
  }
  const whole = await text(answer);
  outgoing.end(whole.startsWith('{') ? give(whole) : whole);
}
