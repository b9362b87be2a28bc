import type { ByteChannel, JsonObject } from '@modegate/ipc-bridge';
import { type LinkOptions, linkedChannels } from '@modegate/ipc-bridge/testing';
import { createFrameDecoder } from '../../src/frames/frame-decoder.ts';
import { encodeFrame } from '../../src/frames/frame-encoder.ts';

/** The agent's end of connections whose every byte the test decides. */
export interface ScriptedAgent {
  /** What a client takes as `open`; fails while `refuse` holds an error. */
  readonly open: () => ByteChannel;
  refuse: Error | undefined;
  /** Every message that came, over all connections. */
  readonly received: readonly JsonObject[];
  /** How many connections there have been. */
  readonly connections: number;
  /** Introduces itself on the last connection. */
  ack(data?: JsonObject): void;
  event(eventName: string, ...payload: readonly unknown[]): void;
  send(message: JsonObject): void;
  sendBytes(bytes: Uint8Array | string): void;
  /** How many bytes wait for the client on the last connection. */
  readonly bufferedBytes: number;
  /** Ends the last connection. */
  drop(): void;
  /** Stops reading the last connection. */
  stopReading(): void;
}

export function createScriptedAgent(options: LinkOptions = {}): ScriptedAgent {
  const received: JsonObject[] = [];
  const ends: ByteChannel[] = [];
  const end = (): ByteChannel => {
    const last = ends.at(-1);
    if (last === undefined) throw new Error('Nobody has connected yet.');
    return last;
  };
  const sendBytes = (bytes: Uint8Array | string): void => {
    void end()
      .write(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)
      .catch(() => {});
  };
  const send = (message: JsonObject): void => sendBytes(encodeFrame(message));
  const agent: ScriptedAgent = {
    refuse: undefined,
    received,
    get connections() {
      return ends.length;
    },
    open: () => {
      if (agent.refuse !== undefined) throw agent.refuse;
      const [near, far] = linkedChannels(options);
      ends.push(far);
      far.start({ data: collect(received), closed: () => {} });
      return near;
    },
    ack: (data = {}) =>
      send({ type: 'Ack', origin: 'server', data: { clientId: `client-${ends.length}`, pid: 7, ppid: 1, ...data } }),
    event: (eventName, ...payload) => send({ type: 'TaskEvent', origin: 'server', data: { eventName, payload } }),
    send,
    sendBytes,
    get bufferedBytes() {
      return end().bufferedBytes;
    },
    drop: () => end().close(),
    stopReading: () => end().pause(),
  };
  return agent;
}

function collect(received: JsonObject[]): (bytes: Uint8Array) => void {
  const decoder = createFrameDecoder();
  return (bytes) => {
    decoder.push(bytes);
    for (let frame = decoder.next(); frame !== undefined; frame = decoder.next()) {
      if (frame.kind === 'message') received.push(frame.data as JsonObject);
    }
  };
}
