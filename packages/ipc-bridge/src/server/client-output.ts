import type { ByteChannel } from '../channel.ts';
import { encodeFrame } from '../frames/frame-encoder.ts';
import { eventMessage } from '../messages/outgoing-event.ts';
import type { ServerClient, ServerSettings } from './server-options.ts';

/** What goes out to one client. A client that does not read is cut off. */
export interface ClientOutput {
  /** The same for the owner of the server. */
  readonly client: ServerClient;
  /** Whether nothing goes out any more. */
  readonly isOver: boolean;
  /** Sends a whole frame. */
  deliver(frame: Uint8Array): void;
  /** The channel has ended. */
  end(): void;
}

/** Creates the output to a new client, which gets an id. */
export function createClientOutput(channel: ByteChannel, settings: ServerSettings): ClientOutput {
  const { counters, limits, report } = settings;
  const clientId = settings.createClientId();
  let isOver = false;

  const close = (options?: { readonly discard: boolean }): void => {
    isOver = true;
    channel.close(options);
  };
  const deliver = (frame: Uint8Array): void => {
    if (isOver) return;
    const { bufferedBytes } = channel;
    if (bufferedBytes + frame.length > limits.maxOutboundBytes) {
      counters.slowClientsCut += 1;
      close({ discard: true });
      report({ kind: 'slowClient', bufferedBytes, clientId });
      return;
    }
    counters.eventsSent += 1;
    // Why it failed is told with the end of the channel.
    channel.write(frame).catch(() => {});
  };
  const client: ServerClient = {
    clientId,
    get bufferedBytes() {
      return channel.bufferedBytes;
    },
    send: (event) => {
      const relayTo = settings.dialect === 'fork' ? clientId : undefined;
      deliver(encodeFrame(eventMessage(event, relayTo), limits));
    },
    close: () => close(),
  };
  return {
    client,
    get isOver() {
      return isOver;
    },
    deliver,
    end: () => {
      isOver = true;
    },
  };
}
