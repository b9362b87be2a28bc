import { createListeners } from '@modegate/timing';
import type { ByteChannel } from '../channel.ts';
import { encodeFrame } from '../frames/frame-encoder.ts';
import { eventMessage, type OutgoingEvent } from '../messages/outgoing-event.ts';
import { type ConnectedClient, createConnectedClient } from './connected-client.ts';
import { type AgentServerOptions, type ServerClient, type ServerCounters, serverSettings } from './server-options.ts';

/** The agent's side of the protocol, over any kind of channel. */
export interface AgentServer {
  readonly clients: readonly ServerClient[];
  readonly counters: ServerCounters;
  /** Accepts a new connection and sends an introduction. */
  accept(channel: ByteChannel): void;
  /** Sends an event to all clients; every client receives events in the same order. */
  broadcast(event: OutgoingEvent): void;
  /** Ends every connection; further connections are closed immediately. */
  close(): void;
}

/** Creates a server without connections; it does not listen on its own. */
export function createAgentServer(options: AgentServerOptions): AgentServer {
  const settings = serverSettings(options);
  const { counters, limits, report } = settings;
  const connected = new Set<ConnectedClient>();
  let closed = false;

  const clientListeners = createListeners<[ServerClient, 'joined' | 'left']>((error) =>
    report({ kind: 'listenerFailed', error, clientId: '' }),
  );
  if (options.onClient !== undefined) clientListeners.add(options.onClient);
  const refuse = (channel: ByteChannel): void => {
    channel.close();
    if (closed) return;
    counters.clientsRefused += 1;
    report({ kind: 'tooManyClients', clientId: '' });
  };
  const join = (channel: ByteChannel): void => {
    counters.clientsAccepted += 1;
    const joined = createConnectedClient(channel, settings, () => {
      connected.delete(joined);
      clientListeners.emit(joined.client, 'left');
    });
    connected.add(joined);
    joined.introduce();
    clientListeners.emit(joined.client, 'joined');
    joined.start();
  };

  return {
    get clients() {
      return [...connected].map(({ client }) => client);
    },
    get counters() {
      return { ...counters };
    },
    accept: (channel) => {
      if (closed || connected.size >= limits.maxClients) refuse(channel);
      else join(channel);
    },
    broadcast: (event) => {
      const frame = encodeFrame(eventMessage(event), limits);
      for (const { deliver } of connected) deliver(frame);
    },
    close: () => {
      closed = true;
      for (const { client } of connected) client.close();
    },
  };
}
