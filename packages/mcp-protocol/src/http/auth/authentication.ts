import type { IncomingHttpHeaders } from 'node:http';
import type { JsonSize } from '@modegate/json';

/** The sender of a request. */
export interface AuthenticatedPrincipal {
  /** Unique id; a session belongs to the principal under whose id it was opened. */
  readonly id: string;
}

/** A refusal of a request, with the response to send. */
export interface HttpRefusal {
  readonly kind: 'refused';
  /** The HTTP status, for example 401, 403 or 429. */
  readonly status: number;
  /** One word from a fixed set, used for counting. Default `refused`. */
  readonly reason?: string;
  /** Text for the client, without secrets or a final full stop. */
  readonly message: string;
  /** Headers of the response, for example `WWW-Authenticate` or `Retry-After`. */
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
   * The rights of the credential, if the credentials of one principal differ in rights: stateless requests with
   * different rights share nothing. Default: no difference.
   */
  readonly rights?: string;
  /** Returns the reason why the credential does not grant access to a path. Default: access to all paths is granted. */
  readonly checkPath?: (pathname: string) => HttpRefusal | undefined;
  /**
   * Called with the cost of the body, first before the rest of a long body is read, and again before the body is
   * parsed. The request waits; a refusal becomes the response. Default: no cost.
   */
  readonly charge?: (cost: MessageCost) => Promise<HttpRefusal | undefined>;
  /** Called once the request has ended because it was answered, rejected or abandoned. */
  readonly release?: () => void;
}

/** Authenticates a request by its headers, before its body is read. */
export type Authenticate = (
  headers: IncomingHttpHeaders,
) => AuthenticatedRequest | HttpRefusal | Promise<AuthenticatedRequest | HttpRefusal>;

/** The current state of a credential: valid, expired, or revoked. */
export type CredentialState = 'holds' | 'over' | 'revoked';

/**
 * Reads, in a single pass, all the data on which credentials depend, and returns a function that determines the state
 * of each principal's credential.
 */
export type ReviewCredentials<Shown extends AuthenticatedPrincipal = AuthenticatedPrincipal> = () => Promise<
  (principal: Shown) => CredentialState
>;
