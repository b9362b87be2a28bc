import type { IncomingHttpHeaders } from 'node:http';
import type { JsonSize } from '@modegate/json';

/** Who sends a request. */
export interface Principal {
  /** Tells it from every other: a session belongs to the id that opened it. */
  readonly id: string;
}

/** A request that is not taken, and the answer to it. */
export interface HttpRefusal {
  readonly kind: 'refused';
  /** Such as 401, 403 or 429. */
  readonly status: number;
  /** One word of a closed set, by which refusals are counted. Default `refused`. */
  readonly reason?: string;
  /** For the client; without a secret, and without a full stop. */
  readonly message: string;
  /** Such as `WWW-Authenticate` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a message costs the server, known before it is parsed. */
export interface MessageCost extends JsonSize {
  readonly bytes: number;
}

/** An admitted request, and its principal. */
export interface AuthenticatedRequest {
  readonly kind: 'admitted';
  readonly principal: Principal;
  /** What the credential opens, where credentials of one principal differ in that: requests without a session share nothing across it. Default: they do not differ. */
  readonly rights?: string;
  /** Why the credential does not open a path. Default: it opens every one. */
  readonly opens?: (pathname: string) => HttpRefusal | undefined;
  /**
   * Called with what the body costs: before more of a long one is read, and before it is parsed. The request waits for it; a refusal is the answer.
   * Default: costs nothing.
   */
  readonly charge?: (cost: MessageCost) => Promise<HttpRefusal | undefined>;
  /** Called once when the request is over: answered, refused or given up. */
  readonly release?: () => void;
}

/** Judges a request by its headers, before anything of its body is read. */
export type Authenticate = (
  headers: IncomingHttpHeaders,
) => AuthenticatedRequest | HttpRefusal | Promise<AuthenticatedRequest | HttpRefusal>;

/** What has become of a credential since it was shown: it is still valid, it is over, or it was revoked. */
export type CredentialState = 'holds' | 'over' | 'revoked';

/** Looks once at everything that credentials depend on, and returns the state of each principal's. */
export type ReviewCredentials<Shown extends Principal = Principal> = () => Promise<
  (principal: Shown) => CredentialState
>;
