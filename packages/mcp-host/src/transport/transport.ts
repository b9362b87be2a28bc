import type { JsonObject } from '@modegate/json';

/**
 * A link to one MCP server that carries JSON-RPC messages in both directions; it does not match responses to requests.
 */
export interface UpstreamTransport {
  /**
   * Opens the link; resolves once messages may be sent. Called once.
   *
   * @throws HostError `UPSTREAM_START_FAILED` if the link cannot be opened; `closed` is then not called.
   */
  start(receiver: TransportReceiver): Promise<void>;
  /**
   * Sends a message; resolves once the message is accepted, so that a slow server slows the sender down. Returns
   * undefined if the message was accepted synchronously.
   * @throws HostError `UPSTREAM_CLOSED` if the link has ended, `UPSTREAM_PROTOCOL` if the server rejects the message
   * (an HTTP error).
   * @param headers - Additional HTTP headers. Default: none.
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
  /**
   * Called once a protocol version that uses sessions has been negotiated; over HTTP, that version is sent in a header.
   */
  agreed?(protocolVersion: string): void;
  /**
   * HTTP only: true if the server has a session, without which it cannot send requests. Absent if the server can always
   * send requests.
   */
  hasSession?(): boolean;
  /** The process id; undefined before the start and for a remote server. */
  readonly pid?: number | undefined;
}

/**
 * Kind of line that is not a message: `stderr` is the server's log, and `garbage` is text that does not belong in the
 * protocol stream.
 */
export type LogSource = 'stderr' | 'garbage';

/** Receives everything that arrives. No method may throw. */
export interface TransportReceiver {
  /** Called with a JSON-RPC message; batches are unpacked. */
  message(value: JsonObject): void;
  /**
   * Called with a log line, or with a line that is not a JSON-RPC message; the line has at most about 1000 characters.
   */
  note(kind: LogSource, text: string): void;
  /** Called when the link has ended: exactly once after a successful start, and after all other calls. */
  closed(end: TransportEnd): void;
}

/** Describes how a link ended. */
export interface TransportEnd {
  /**
   * `closed` if this side ended the link, `exited` if the process or stream ended on its own, or `failed` for any other
   * cause.
   */
  readonly reason: 'closed' | 'exited' | 'failed';
  /** One sentence for people, including the last line of the server's log if that may explain the end. */
  readonly message: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly cause?: unknown;
}
