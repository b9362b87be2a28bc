import type { ByteChannel } from '../channel.ts';
import { countProblem } from '../frames/frame.ts';
import type { Frame } from '../frames/frame-decoder.ts';
import { startFrameReader } from '../frames/frame-reader.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { type IncomingMessage, readMessage } from '../messages/read-message.ts';
import type { ClientSettings } from './client-settings.ts';

/** One connection to an agent, from open to end. */
export interface ClientLink {
  /** Begins to read. */
  start(): void;
  /** Sends one whole frame. */
  write(frame: Uint8Array): Promise<void>;
  readonly bufferedBytes: number;
  /** Ends the connection; `discard` drops what the agent has not taken yet. */
  close(options?: { readonly discard: boolean }): void;
}

/** Told of what an agent says on a connection. */
export interface LinkReceiver {
  /** The agent introduced itself; called once at most. */
  onAck(ack: Introduction): void;
  onEvent(event: AgentEvent): void;
  /** The connection is over; called once, after everything else. */
  onEnd(error: Error | undefined): void;
}

/** What an agent says of itself. */
export type Introduction = Extract<IncomingMessage, { readonly kind: 'ack' }>;

/** Reads a channel as the messages of an agent, once it is started. */
export function createClientLink(channel: ByteChannel, settings: ClientSettings, receiver: LinkReceiver): ClientLink {
  const { counters, report } = settings;
  let introduced = false;

  const skip = (reason: string): void => {
    counters.unknownMessages += 1;
    report({ kind: 'unknownMessage', reason });
  };
  const onAck = (ack: Introduction): void => {
    // Without an id an agent would drop every command.
    const fault = introduced ? 'is a second Ack' : ack.clientId === '' ? 'is an Ack with an empty clientId' : undefined;
    if (fault !== undefined) {
      skip(fault);
      return;
    }
    introduced = true;
    receiver.onAck(ack);
  };
  const onMessage = (message: IncomingMessage): void => {
    if (message.kind === 'event') {
      counters.events += 1;
      receiver.onEvent(message.event);
    } else if (message.kind === 'ack') onAck(message);
    else skip(message.kind === 'unknown' ? message.reason : 'is a command, and this is the end that sends them');
  };
  const onFrame = (frame: Frame): void => {
    if (frame.kind === 'message') {
      counters.messages += 1;
      onMessage(readMessage(frame.data));
    } else {
      countProblem(counters, frame);
      report(frame);
    }
  };

  const { schedule, limits } = settings;
  const { maxFrameBytes } = limits;
  return {
    start: () => startFrameReader({ channel, maxFrameBytes, schedule, onFrame, onEnd: receiver.onEnd }),
    write: (frame) => channel.write(frame),
    get bufferedBytes() {
      return channel.bufferedBytes;
    },
    close: (options) => channel.close(options),
  };
}
