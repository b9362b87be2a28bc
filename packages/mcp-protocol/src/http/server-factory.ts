import type { ProtocolServer } from '../protocol-server.ts';
import type { HttpRefusal, Principal } from './auth/authentication.ts';

/** The request that opens a session, or one that has none. */
export interface HttpSessionRequest {
  /** The path after the base path, such as `/code` of `/mcp/code`; empty for the base path itself. As it came: nothing is decoded. */
  readonly subpath: string;
  /** The id of the connection. Requests without a session share one where path, principal and rights are the same, and each asks again. */
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Who opens it; undefined where the server was given no `authenticate`. */
  readonly principal: Principal | undefined;
}

/** What opens for a new session; undefined answers 404. */
export type FactoryResult = ProtocolServer | HttpRefusal | undefined;

/** Gives the server of a new session, or says why there is none. One server may serve many sessions. */
export type ServerFactory = (request: HttpSessionRequest) => FactoryResult | Promise<FactoryResult>;
