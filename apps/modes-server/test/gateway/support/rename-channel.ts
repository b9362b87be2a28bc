import type { Channel, ProtocolServer } from '@modegate/mcp-protocol';
import type { Message } from '../../support/wire-client.ts';

/**
 * Lets clients use the tools and prompts of one upstream by the upstream's own names, which the gateway puts a prefix before:
 * calls and completions get the prefix, lists lose it. Nothing else is touched.
 */
export function withoutPrefix(server: ProtocolServer, prefix: string): ProtocolServer {
  const connect: ProtocolServer['connect'] = (channel) => server.connect(renameChannel(channel, prefix));
  return Object.assign(Object.create(server), { connect });
}

function renameChannel(channel: Channel, prefix: string): Channel {
  const lists = new Map<unknown, 'tools' | 'prompts'>();
  const take = (message: Message): Message => {
    const { id, method, params } = message;
    if (method === 'tools/list') lists.set(id, 'tools');
    if (method === 'prompts/list') lists.set(id, 'prompts');
    if (method === 'tools/call' || method === 'prompts/get')
      return { ...message, params: { ...params, name: `${prefix}${params.name}` } };
    if (method === 'completion/complete' && params.ref.type === 'ref/prompt')
      return { ...message, params: { ...params, ref: { ...params.ref, name: `${prefix}${params.ref.name}` } } };
    return message;
  };
  const give = (message: Message): Message => {
    const list = message.method === undefined ? lists.get(message.id) : undefined;
    if (list === undefined || message.result === undefined) return message;
    lists.delete(message.id);
    const items = message.result[list].map((item: Message) => ({ ...item, name: bare(item.name, prefix) }));
    return { ...message, result: { ...message.result, [list]: items } };
  };
  return {
    ...channel,
    start: (receiver) =>
      channel.start({
        message: (value) => receiver.message(take(value)),
        closed: () => receiver.closed(),
        get inFlight() {
          return receiver.inFlight;
        },
        get ownInFlight() {
          return receiver.ownInFlight;
        },
      }),
    send: (message, relatedRequestId) => channel.send(give(message), relatedRequestId),
  };
}

function bare(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
