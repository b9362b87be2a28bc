import type { JsonObject } from '@modegate/json';
import type { ByteChannel } from '../channel.ts';
import { countProblem, type Frame } from '../frames/frame.ts';
import { encodeFrame } from '../frames/frame-encoder.ts';
import { type FrameReader, startFrameReader } from '../frames/frame-reader.ts';
import { eventMessage } from '../messages/outgoing-event.ts';
import { readMessage } from '../messages/read-message.ts';
import { type CommandRunner, createCommandRunner } from './command-runner.ts';
import type { AgentServerSettings, ServerClient } from './server-options.ts';

/** A connected client, from its introduction until it leaves. */
export type ConnectedClient = ReturnType<typeof createConnectedClient>;

/** Creates the server's side of one connection; `onLeft` is called once, when the connection ends. */
export function createConnectedClient(channel: ByteChannel, settings: AgentServerSettings, onLeft: () => void) {
  const { limits, schedule } = settings;
  const output = createClientOutput(channel, settings);
  const { client, deliver } = output;
  let reader: FrameReader | undefined;
  const runner = createCommandRunner(client, settings, (full) => {
    if (full) reader?.hold();
    else reader?.release();
  });
  const onFrame = (frame: Frame): void => {
    if (!output.isOver) handleFrame(frame, { runner, settings, clientId: client.clientId });
  };
  const onEnd = (): void => {
    output.end();
    onLeft();
  };
  return {
    /** The client as seen by the server's owner. */
    client,
    /** Introduces the server; the introduction precedes everything else that is sent. */
    introduce: () => deliver(encodeFrame(introduction(client.clientId, settings))),
    /** Starts reading. */
    start: () => {
      reader = startFrameReader({ channel, maxFrameBytes: limits.maxFrameBytes, schedule, onFrame, onEnd });
    },
    /** Sends a whole frame, or disconnects a client that is not reading. */
    deliver,
  };
}

/** Creates the output to a new client and assigns its id. */
function createClientOutput(channel: ByteChannel, settings: AgentServerSettings) {
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
    // The error is reported when the channel ends.
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
    /** The client as seen by the server's owner. */
    client,
    /** True once nothing more will be sent. */
    get isOver() {
      return isOver;
    },
    /** Sends a whole frame. */
    deliver,
    /** Ends the output; called when the channel has ended. */
    end: () => {
      isOver = true;
    },
  };
}

interface FrameContext {
  readonly runner: CommandRunner;
  readonly settings: AgentServerSettings;
  readonly clientId: string;
}

function handleFrame(frame: Frame, { runner, settings, clientId }: FrameContext): void {
  const { counters, report } = settings;
  if (frame.kind !== 'message') {
    countProblem(counters, frame);
    report({ ...frame, clientId });
    return;
  }
  const message = readMessage(frame.data);
  if (message.kind === 'command') {
    runner.run(message);
    return;
  }
  counters.unknownMessages += 1;
  const reason = message.kind === 'unknown' ? message.reason : 'is not a command, and a server accepts only commands';
  report({ kind: 'unknownMessage', reason, clientId });
}

function introduction(clientId: string, { identity }: AgentServerSettings): JsonObject {
  const { pid = 0, ppid = 0, serverVersion } = identity;
  const version = serverVersion === undefined ? {} : { serverVersion };
  return { type: 'Ack', origin: 'server', data: { clientId, pid, ppid, ...version } };
}
