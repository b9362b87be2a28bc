import type { ByteChannel } from '../channel.ts';
import { countProblem, type Frame } from '../frames/frame.ts';
import { startFrameReader } from '../frames/frame-reader.ts';
import type { IpcError } from '../ipc-error.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { type IncomingMessage, readMessage } from '../messages/read-message.ts';
import { ackTimedOut, connectionLost } from './client-errors.ts';
import type { ClientSettings } from './client-options.ts';

/** One connection to an agent, from the time it is opened until it is closed. */
export type AgentConnection = ReturnType<typeof createAgentConnection>;

/** Callbacks for messages from an agent. */
export interface ConnectionReceiver {
  /** Called when the agent has introduced itself; called at most once. */
  onAck(ack: Introduction): void;
  onEvent(event: AgentEvent): void;
  /** Called once when the connection has ended, after all other callbacks. */
  onEnd(reason: IpcError): void;
}

/** An agent's introduction. */
export type Introduction = Extract<IncomingMessage, { readonly kind: 'ack' }>;

/** Creates a connection that parses the messages on a channel once `start` has been called. */
export function createAgentConnection(channel: ByteChannel, settings: ClientSettings, receiver: ConnectionReceiver) {
  const { counters, schedule } = settings;
  const { ackTimeoutMs, maxFrameBytes } = settings.limits;
  let isIntroduced = false;
  let reasonToEnd: IpcError | undefined;
  let cancelAckTimer = (): void => {};
  let onGone = (): void => {};

  const giveUp = (reason: IpcError): void => {
    reasonToEnd = reason;
    channel.close({ discard: true });
  };
  const onFrame = (frame: Frame): void => {
    const message = readFrame(frame, settings);
    if (message === undefined) return;
    const fault = faultOf(message, isIntroduced);
    if (fault !== undefined) {
      counters.unknownMessages += 1;
      settings.report({ kind: 'unknownMessage', reason: fault });
    } else if (message.kind === 'event') {
      counters.events += 1;
      receiver.onEvent(message.event);
    } else if (message.kind === 'ack') {
      isIntroduced = true;
      cancelAckTimer();
      receiver.onAck(message);
    }
  };
  const onEnd = (cause: Error | undefined): void => {
    cancelAckTimer();
    receiver.onEnd(reasonToEnd ?? connectionLost(cause));
    onGone();
  };

  return {
    /** Starts reading, and waits for the introduction. */
    start: () => {
      cancelAckTimer = schedule(() => giveUp(ackTimedOut(ackTimeoutMs)), ackTimeoutMs);
      startFrameReader({ channel, maxFrameBytes, schedule, onFrame, onEnd });
    },
    /** Sends one whole frame. */
    write: (frame: Uint8Array) => channel.write(frame),
    get bufferedBytes() {
      return channel.bufferedBytes;
    },
    /** Ends the connection for the given reason, and discards data that has not been sent. */
    giveUp,
    /** Ends the connection; resolves when it is closed. */
    close: () => {
      cancelAckTimer();
      const gone = new Promise<void>((resolve) => {
        onGone = resolve;
      });
      channel.close();
      return gone;
    },
  };
}

function readFrame(frame: Frame, { counters, report }: ClientSettings): IncomingMessage | undefined {
  if (frame.kind === 'message') {
    counters.messages += 1;
    return readMessage(frame.data);
  }
  countProblem(counters, frame);
  report(frame);
  return undefined;
}

/** Returns the reason why a message is not valid at this point; undefined if it is valid. */
function faultOf(message: IncomingMessage, isIntroduced: boolean): string | undefined {
  if (message.kind === 'unknown') return message.reason;
  if (message.kind === 'command') return 'is a command, but only this side may send commands';
  if (message.kind === 'event') return undefined;
  if (isIntroduced) return 'is a second Ack';
  // If there is no client id, an agent drops every command.
  return message.clientId === '' ? 'is an Ack with an empty clientId' : undefined;
}
