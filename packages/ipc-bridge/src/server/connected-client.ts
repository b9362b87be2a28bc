import type { ByteChannel } from '../channel.ts';
import { countProblem } from '../frames/frame.ts';
import type { Frame } from '../frames/frame-decoder.ts';
import { encodeFrame } from '../frames/frame-encoder.ts';
import { type FrameReader, startFrameReader } from '../frames/frame-reader.ts';
import type { JsonObject } from '../json.ts';
import { eventMessage } from '../messages/outgoing-event.ts';
import { readMessage } from '../messages/read-message.ts';
import { createCommandRunner } from './command-runner.ts';
import type { ServerClient } from './server-options.ts';
import type { ServerSettings } from './server-settings.ts';

/** One client of a server. */
export interface ServerConnection {
  readonly client: ServerClient;
  /** Says who the server is, which comes before everything else. */
  introduce(): void;
  /** Begins to read. */
  start(): void;
  /** Sends a whole frame, or cuts off a client that does not read. */
  deliver(frame: Uint8Array): void;
}

/** Creates the server's side of one connection; `onLeft` is called once, when it is over. */
export function createConnection(channel: ByteChannel, settings: ServerSettings, onLeft: () => void): ServerConnection {
  const { counters, limits, report, schedule } = settings;
  const clientId = settings.createClientId();
  let reader: FrameReader | undefined;
  let gone = false;

  const close = (options?: { readonly discard: boolean }): void => {
    gone = true;
    channel.close(options);
  };
  const deliver = (frame: Uint8Array): void => {
    if (gone) return;
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
  const runner = createCommandRunner(client, settings, (full) => {
    if (full) reader?.hold();
    else reader?.release();
  });
  const onMessage = (value: unknown): void => {
    const message = readMessage(value);
    if (message.kind === 'command') {
      runner.take(message);
      return;
    }
    counters.unknownMessages += 1;
    const reason = message.kind === 'unknown' ? message.reason : 'is no command, and a server takes nothing else';
    report({ kind: 'unknownMessage', reason, clientId });
  };
  const onFrame = (frame: Frame): void => {
    if (gone) return;
    if (frame.kind === 'message') {
      onMessage(frame.data);
      return;
    }
    countProblem(counters, frame);
    report({ ...frame, clientId });
  };
  const onEnd = (): void => {
    gone = true;
    onLeft();
  };

  return {
    client,
    introduce: () => deliver(encodeFrame(introduction(clientId, settings))),
    start: () => {
      reader = startFrameReader({ channel, maxFrameBytes: limits.maxFrameBytes, schedule, onFrame, onEnd });
    },
    deliver,
  };
}

function introduction(clientId: string, { identity }: ServerSettings): JsonObject {
  const { pid = 0, ppid = 0, serverVersion } = identity;
  const version = serverVersion === undefined ? {} : { serverVersion };
  return { type: 'Ack', origin: 'server', data: { clientId, pid, ppid, ...version } };
}
