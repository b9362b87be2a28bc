import type { JsonObject } from '@modegate/json';

/**
 * A link to one MCP server that carries JSON-RPC messages in both directions; it does not match requests and responses.
 */
export interface UpstreamTransport {
  /**
   * Opens the link; resolves once messages may be sent. Called once.
   *
   * @throws HostError `UPSTREAM_START_FAILED` if the link cannot be opened; `closed` is then not called.
   */
  start(receiver: TransportReceiver): Promise<void>;
  /**
   * Sends a message; resolves once it is accepted, so that a slow server can throttle us. Returns undefined if it was
   * accepted synchronously.
   * ⏎ @throws HostError `UPSTREAM_CLOSED` if the link has ended, `UPSTREAM_PROTOCOL` if the server rejects the message
   * (an HTTP error).
   * @param headers - Additional HTTP headers. Default none.
   */
  send(message: JsonObject, headers?: Readonly<Record<string, string>>): Promise<void> | undefined;
  /**
   * Ends the link, first gracefully, then by force; resolves once the link has ended. May be called again. Never
   * rejects.
   */
  close(): Promise<void>;
  /**
   * HTTP only: cancels a stateless request by closing its response (MCP 2026-07-28, basic/transports/streamable-http,
   * Cancellation). Absent if requests are cancelled with a message.
   */
  cancel?(id: number): void;
  /** Called once a protocol version with sessions has been negotiated; HTTP sends that version in a header. */
  agreed?(protocolVersion: string): void;
  /**
   * HTTP only: true if the server has a session, without which it cannot send requests. Absent if it can always send
   * them.
   */
  hasSession?(): boolean;
  /** The process id; undefined before the start and for a remote server. */
  readonly pid?: number | undefined;
}

/** Kind of a line that is not a message: `stderr` is the server's log, `garbage` does not belong on the wire. */
export type LogSource = 'stderr' | 'garbage';

/** Receives everything that arrives. No method may throw. */
export interface TransportReceiver {
  /** Called with a JSON-RPC message; batches are unpacked. */
  message(value: JsonObject): void;
  /** Called with a log line, or a line that is not a JSON-RPC message; at most about 1000 characters. */
  note(kind: LogSource, text: string): void;
  /** Called when the link has ended: exactly once after a successful start, as the last call. */
  closed(end: TransportEnd): void;
}

/** The way a link ended. */
export interface TransportEnd {
  /** `closed` by us, `exited` on its own (the process or stream ended), or `failed` for any other cause. */
  readonly reason: 'closed' | 'exited' | 'failed';
  /** One sentence for people, including the last line of the server's log if that may explain the end. */
  readonly message: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly cause?: unknown;
}
