import type { IncomingHttpHeaders } from 'node:http';
import type { JsonSize } from '@modegate/json';

/** The sender of a request. */
export interface AuthenticatedPrincipal {
  /** Unique; a session belongs to the id that opened it. */
  readonly id: string;
}

/** A rejected request, and the answer to it. */
export interface HttpRefusal {
  readonly kind: 'refused';
  /** Such as 401, 403 or 429. */
  readonly status: number;
  /** One word of a closed set, for counting. Default `refused`. */
  readonly reason?: string;
  /** For the client; without secrets, and without a full stop. */
  readonly message: string;
  /** Such as `WWW-Authenticate` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The cost of a message, known before it is parsed. */
export interface MessageCost extends JsonSize {
  readonly bytes: number;
}

/** An authenticated request and its principal. */
export interface AuthenticatedRequest {
  readonly kind: 'admitted';
  readonly principal: AuthenticatedPrincipal;
  /**
   * The rights of the credential, where credentials of one principal differ: stateless requests share nothing across
   * them. Default: they do not differ.
   */
  readonly rights?: string;
  /** Returns why the credential grants no access to a path. Default: access to all paths. */
  readonly checkPath?: (pathname: string) => HttpRefusal | undefined;
  /**
   * Called with the cost of the body: before more of a long body is read, and before it is parsed. The request waits; a
   * refusal is the answer. Default: no cost.
   */
  readonly charge?: (cost: MessageCost) => Promise<HttpRefusal | undefined>;
  /** Called once the request is over: answered, rejected or abandoned. */
  readonly release?: () => void;
}

/** Authenticates a request by its headers, before its body is read. */
export type Authenticate = (
  headers: IncomingHttpHeaders,
) => AuthenticatedRequest | HttpRefusal | Promise<AuthenticatedRequest | HttpRefusal>;

/** The current state of a credential: valid, expired, or revoked. */
export type CredentialState = 'holds' | 'over' | 'revoked';

/**
 * Reads everything that credentials depend on once, and returns a function that gives the state of each principal's.
 */
export type ReviewCredentials<Shown extends AuthenticatedPrincipal = AuthenticatedPrincipal> = () => Promise<
  (principal: Shown) => CredentialState
>;
