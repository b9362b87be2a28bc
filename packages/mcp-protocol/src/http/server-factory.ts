import type { ProtocolServer } from '../protocol-server.ts';
import type { AuthenticatedPrincipal, HttpRefusal } from './auth/authentication.ts';

/** The request that opens a session, or a request that has no session. */
export interface HttpSessionRequest {
  /** The path after the base path, such as `/code` in `/mcp/code`; empty for the base path. Not decoded. */
  readonly subpath: string;
  /**
   * The id of the connection. Stateless requests share an id if their path, principal and rights are equal; the factory
   * is called for each request.
   */
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The authenticated principal; undefined without authentication. */
  readonly principal: AuthenticatedPrincipal | undefined;
}

/** The result of a {@link ServerFactory}; if it is undefined, the request is answered with 404. */
export type FactoryResult = ProtocolServer | HttpRefusal | undefined;

/** Provides the server for a new session, or a refusal. One server may serve many sessions. */
export type ServerFactory = (request: HttpSessionRequest) => FactoryResult | Promise<FactoryResult>;
