import type { JsonObject } from '@modegate/json';

/** A link to one MCP server that carries JSON-RPC messages both ways; it knows nothing of requests and responses. */
export interface UpstreamTransport {
  /**
   * Opens the link; resolves once messages may be sent. Called once.
   *
   * @throws HostError `UPSTREAM_START_FAILED` when the link cannot be opened; `closed` is then not called.
   */
  start(receiver: TransportReceiver): Promise<void>;
  /**
   * Sends one message; resolves when it has been taken over, which is how a server that does not read slows us down. Undefined when it was taken
   * over at once.
   *
   * @throws HostError `UPSTREAM_CLOSED` when the link has ended, `UPSTREAM_PROTOCOL` when the server refuses to take
   * the message (an HTTP error).
   * @param headers - Sent with the message over HTTP, in addition to the usual ones. Default none.
   */
  send(message: JsonObject, headers?: Readonly<Record<string, string>>): Promise<void> | undefined;
  /** Ends the link, first politely, then by force; resolves when it has ended. May be called again. Never rejects. */
  close(): Promise<void>;
  /**
   * Over HTTP: ends a modern request by closing the response to it (MCP 2026-07-28, basic/transports/streamable-http, Cancellation); nothing
   * more of it is heard. Absent where a message says that a request is cancelled.
   */
  cancel?(id: number): void;
  /** Called once, as soon as both sides have agreed on a legacy version of the protocol: HTTP wants it in a header. */
  agreed?(protocolVersion: string): void;
  /** Over HTTP: whether the server keeps a session, without which it cannot ask anything. Absent where it always can. */
  hasSession?(): boolean;
  /** The process that was started; undefined before the start and for a remote server. */
  readonly pid?: number | undefined;
}

/** A line of a server that is not a message: `stderr` is its log, `garbage` does not belong on the wire. */
export type LogSource = 'stderr' | 'garbage';

/** Takes what arrives. No method may throw. */
export interface TransportReceiver {
  /** One JSON-RPC message; batches have been unpacked. */
  message(value: JsonObject): void;
  /** A line of the server's log, or a line that is not a JSON-RPC message; at most about 1000 characters. */
  note(kind: LogSource, text: string): void;
  /** The link has ended. Called exactly once after a successful start, as the last call. */
  closed(end: TransportEnd): void;
}

/** How a link ended. */
export interface TransportEnd {
  /** `closed` by us, `exited` by itself (the process ended, the stream was closed), `failed` for any other cause. */
  readonly reason: 'closed' | 'exited' | 'failed';
  /** One sentence for people: what happened, with the last line of the server's log when that may explain it. */
  readonly message: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly cause?: unknown;
}
