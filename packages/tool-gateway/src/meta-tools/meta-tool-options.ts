import type { RequestContext, ToolDefinition } from '@modegate/mcp-protocol';
import * as z from 'zod';
import type { AccessContext, SessionMode } from '../decisions/access-context.ts';
import type { Gateway } from '../gateway.ts';

/** The gateway that the meta-tools reach, and how sessions are read. */
export interface MetaToolOptions {
  readonly gateway: Gateway;
  /** The mode of a session, for a connection; throws the wire error for the client when there is no such session, or none that is open to the connection. */
  readonly sessionMode: (sessionId: string, connectionId: string) => Promise<SessionMode>;
  /** Throws the wire error for the client when the request may not work in the mode of a session. Default: every session is open. */
  readonly authoriseSession?: (sessionId: string, request: RequestContext) => Promise<void>;
  /** The gateway's own tools that a connection may call now. */
  readonly ownTools: (connectionId: string) => readonly ToolDefinition[];
  /** Every tool that is not an upstream's in the list of a connection. Default: not counted. */
  readonly listedTools?: (connectionId: string) => readonly ToolDefinition[];
}

/** The argument by which a meta-tool is given a session. */
export const sessionIdSchema: z.ZodOptional<z.ZodString> = z
  .string()
  .optional()
  .describe('Session whose mode decides. Default: the mode of this connection.');

/** What decides about the request of a meta-tool: the session that it names, or else its connection. */
export async function readAccess(
  { gateway, sessionMode }: MetaToolOptions,
  connectionId: string,
  sessionId: string | undefined,
): Promise<AccessContext> {
  return gateway.access(connectionId, sessionId === undefined ? undefined : await sessionMode(sessionId, connectionId));
}
