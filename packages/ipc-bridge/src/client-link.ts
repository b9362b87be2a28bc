import type { AgentEvent } from './agent-event.ts';
import type { ByteChannel } from './channel.ts';
import type { ClientSettings } from './client-settings.ts';
import { countProblem } from './frame-counters.ts';
import type { Frame } from './frame-decoder.ts';
import { startFrameReader } from './frame-reader.ts';
import { type IncomingMessage, readMessage } from './read-message.ts';

/** One connection to an agent, from open to end. */
export interface ClientLink {
  /** Sends one whole frame. */
  write(frame: Uint8Array): Promise<void>;
  readonly bufferedBytes: number;
  close(): void;
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

/** Starts to read a channel as the messages of an agent. */
export function startClientLink(channel: ByteChannel, settings: ClientSettings, receiver: LinkReceiver): ClientLink {
  const { counters, report } = settings;
  let introduced = false;

  const onMessage = (message: IncomingMessage): void => {
    switch (message.kind) {
      case 'event':
        counters.events += 1;
        return receiver.onEvent(message.event);
      case 'ack':
        if (introduced) return skip('is a second Ack');
        introduced = true;
        return receiver.onAck(message);
      case 'command':
        return skip('is a command, and this is the end that sends them');
      case 'unknown':
        return skip(message.reason);
    }
  };
  const skip = (reason: string): void => {
    counters.unknownMessages += 1;
    report({ kind: 'unknownMessage', reason });
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
  startFrameReader({ channel, maxFrameBytes: limits.maxFrameBytes, schedule, onFrame, onEnd: receiver.onEnd });
  return channel;
}
