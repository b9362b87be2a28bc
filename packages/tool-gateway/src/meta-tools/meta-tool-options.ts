import type { RequestContext, ToolDefinition } from '@modegate/mcp-protocol';
import * as z from 'zod';
import type { AccessContext, SessionMode } from '../decisions/access-context.ts';
import type { Gateway } from '../gateway.ts';

/** The gateway to which the meta-tools belong, and their access to sessions. */
export interface MetaToolOptions {
  readonly gateway: Gateway;
  /**
   * Returns the mode of a session for a connection. Throws the client's wire error if the session does not exist or is
   * not accessible to the connection.
   */
  readonly sessionMode: (sessionId: string, connectionId: string) => Promise<SessionMode>;
  /** Throws the client's wire error if the request may not use a session's mode. Default: every session is allowed. */
  readonly authoriseSession?: (sessionId: string, request: RequestContext) => Promise<void>;
  /** Returns the gateway's own tools that a connection can call now. */
  readonly ownTools: (connectionId: string) => readonly ToolDefinition[];
  /** Returns all other tools in a connection's list. Default: other tools are not counted. */
  readonly listedTools?: (connectionId: string) => readonly ToolDefinition[];
}

/** The argument with which a request to a meta-tool specifies a session. */
export const sessionIdSchema: z.ZodOptional<z.ZodString> = z
  .string()
  .optional()
  .describe('Session whose mode applies. If omitted, the mode of this connection applies.');

/**
 * Determines the access for a request to a meta-tool: the access of the session specified in the request, otherwise the
 * access of the request's connection.
 */
export async function readAccess(
  { gateway, sessionMode }: MetaToolOptions,
  connectionId: string,
  sessionId: string | undefined,
): Promise<AccessContext> {
  return gateway.access(connectionId, sessionId === undefined ? undefined : await sessionMode(sessionId, connectionId));
}
