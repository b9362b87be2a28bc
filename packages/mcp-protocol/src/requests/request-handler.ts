import type { JsonObject } from '@modegate/json';
import type { LogLevel } from '@modegate/json-rpc/mcp';
import type { ConnectionContext, Implementation, RequestContext } from '../definitions/context.ts';
import { readWireFailure, WIRE_ERROR_CODES, type WireFailure } from '../json-rpc/wire-errors.ts';

/** The state of one client between its requests. */
export interface ClientSession {
  readonly connectionId: string;
  /**
   * True from revision 2026-07-28 on; in that case, there is no session, and this object describes the client that sent
   * a single request.
   */
  isStateless: boolean;
  readonly isShared: boolean;
  client: Implementation | undefined;
  clientCapabilities: JsonObject;
  protocolVersion: string | undefined;
  /** Minimum log level that the client requested; undefined until the client requests a level. */
  logLevel: LogLevel | undefined;
  readonly subscriptions: Set<string>;
}

/** Returns the read-only view of a session that definitions receive. */
export function sessionContext(session: ClientSession): ConnectionContext {
  const { connectionId, isStateless, isShared, client, clientCapabilities, protocolVersion, logLevel } = session;
  return { connectionId, isStateless, isShared, client, clientCapabilities, protocolVersion, logLevel };
}

/** Handles one method. Errors become JSON-RPC errors. */
export type RequestHandler = (
  params: JsonObject,
  request: { readonly context: RequestContext; readonly session: ClientSession },
) => JsonObject | Promise<JsonObject>;

/** Handlers by method. */
export type RequestHandlers = Readonly<Record<string, RequestHandler>>;

/** The origin of an unexpected error. */
export interface ErrorSource {
  /** The id that the client received. */
  readonly correlationId: string;
  /** The method or tool that failed. */
  readonly during: string;
}

/** Receives the complete error, which must not be shown to the client. */
export type ReportError = (error: unknown, place: ErrorSource) => void;

/**
 * Converts an error to its wire form. An unexpected error becomes INTERNAL_ERROR with a correlation id and is reported
 * in full.
 */
export function toWireFailure(thrown: unknown, during: string, report: ReportError): WireFailure {
  const known = readWireFailure(thrown);
  if (known !== undefined) return known;
  const correlationId = crypto.randomUUID();
  report(thrown, { correlationId, during });
  return {
    code: WIRE_ERROR_CODES.INTERNAL_ERROR,
    name: 'INTERNAL_ERROR',
    message: `Internal error. The server's log has the details under ${correlationId}.`,
    data: { correlationId },
  };
}
