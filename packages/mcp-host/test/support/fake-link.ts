import type { JsonObject, TransportEnd, TransportReceiver, UpstreamTransport } from '@modegate/mcp-host/connections';
import { openUpstream, type UpstreamOptions } from '@modegate/mcp-host/connections';

/** What a server answers to `initialize`. */
export const initializeResult: JsonObject = {
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'fake', version: '1.0.0' },
  capabilities: { tools: {} },
  instructions: 'Be kind.',
};

/** The other end of a link in memory: the test plays the server. */
export interface FakeLink {
  readonly transport: UpstreamTransport;
  /** What was sent to the server, oldest first. */
  readonly sent: JsonObject[];
  /** Plays a message of the server. */
  receive(message: JsonObject): void;
  /** Plays the end of the link. */
  end(end?: Partial<TransportEnd>): void;
  /** From now on every `send` waits until `let go`; returns how to let go. */
  stall(): () => void;
  /** From now on every `send` fails. */
  refuse(error: Error): void;
  /** Called for each message sent. */
  onSent: (message: JsonObject) => void;
  readonly closings: number;
}

/** Creates a link whose server answers nothing but what the test makes it answer. */
export function createFakeLink(): FakeLink {
  let receiver: TransportReceiver | undefined;
  let gate: Promise<void> = Promise.resolve();
  let refusal: Error | undefined;
  let ended = false;
  let closings = 0;
  const sent: JsonObject[] = [];
  const end = (partial: Partial<TransportEnd> = {}): void => {
    if (ended) return;
    ended = true;
    receiver?.closed({ reason: 'exited', message: 'The process exited with code 1.', exitCode: 1, ...partial });
  };
  const link: FakeLink = {
    transport: {
      pid: 4711,
      start: async (given) => {
        receiver = given;
      },
      send: (message) => {
        if (refusal !== undefined) return Promise.reject(refusal);
        sent.push(message);
        link.onSent(message);
        return gate;
      },
      close: async () => {
        closings++;
        end({ reason: 'closed', message: 'The process was stopped.', exitCode: 0 });
      },
    },
    sent,
    receive: (message) => receiver?.message(message),
    end,
    stall: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    refuse: (error) => {
      refusal = error;
    },
    onSent: () => undefined,
    get closings() {
      return closings;
    },
  };
  return link;
}

/** Makes the server of a link answer requests of one method at once. */
export function answerWith(link: FakeLink, method: string, answer: JsonObject): void {
  const before = link.onSent;
  link.onSent = (message) => {
    before(message);
    if (message.method === method) link.receive({ jsonrpc: '2.0', id: message.id, ...answer });
  };
}

/** A clock that stands still until it is moved, with the callbacks that wait for it. */
export function createFakeClock() {
  let now = 0;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    schedule: (run: () => void, delayMs: number) => {
      const entry = { at: now + delayMs, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    get timers() {
      return waiting.length;
    },
    advance: (ms: number) => {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}

/** Opens an upstream over a link in memory, with everything that it tells recorded. */
export async function openFake(options: Partial<UpstreamOptions> = {}) {
  const link = createFakeLink();
  const clock = createFakeClock();
  const notifications: [string, JsonObject][] = [];
  const notes: string[] = [];
  answerWith(link, 'initialize', { result: initializeResult });
  const upstream = await openUpstream(link.transport, {
    ...baseOptions,
    now: clock.now,
    schedule: clock.schedule,
    onNotification: (method, params) => notifications.push([method, params]),
    onLog: (kind, text) => notes.push(`${kind}: ${text}`),
    ...options,
  });
  link.sent.length = 0;
  return { link, clock, upstream, notifications, notes };
}

/** The least that `openUpstream` wants, for a server that is known to be legacy. */
export const baseOptions: UpstreamOptions = {
  name: 'files',
  clientInfo: { name: 'tests', version: '1.0.0' },
  capabilities: {},
  revision: 'legacy',
  initializeTimeoutMs: 1000,
  requestTimeoutMs: 60_000,
  onRequest: async () => ({}),
  onNotification: () => undefined,
};

/** Lets every promise that is ready run on. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
