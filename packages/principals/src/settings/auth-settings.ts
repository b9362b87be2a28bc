import type { JwtAlgorithm } from '../jwt/jwt-algorithms.ts';

/** Resolved settings of authentication and authorisation over HTTP. */
export interface AuthSettings {
  /**
   * True if a credential is required: a file of tokens exists or is configured, or JWTs are configured. A file without
   * tokens counts, so that revoking the last one does not open the server.
   */
  readonly isConfigured: boolean;
  /** The file of tokens, which need not exist. */
  readonly tokensFile: string;
  /** The URL that clients connect to, from their point of view; default: the audience of JWTs if that is a URL. */
  readonly resourceUrl: string | undefined;
  /** Undefined if no JWTs are accepted. */
  readonly jwt: JwtSettings | undefined;
  readonly limits: AuthLimits;
}

/** Accepted JWTs, and the rights that they give. */
export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** URL of the issuer's keys. */
  readonly jwksUri: string;
  readonly algorithms: readonly JwtAlgorithm[];
  /** Maximum difference between the clocks of issuer and server. Default 30 000. */
  readonly clockToleranceMs: number;
  /** Required `typ` in the header, such as `at+jwt`; undefined for any. */
  readonly type: string | undefined;
  /** Keys that lead to the claim with the name of the bearer. Default `sub`. */
  readonly nameClaim: readonly string[];
  /** Keys that lead to the claim with the rights of the bearer. Default `scope`. */
  readonly modesClaim: readonly string[];
  /** The modes that a value of that claim opens; undefined when each value is a mode. */
  readonly modes: ReadonlyMap<string, readonly string[]> | undefined;
  /** The value of that claim that opens `/metrics`; undefined if none does. */
  readonly metrics: string | undefined;
  /** The value of that claim that allows its bearer to change the modes that it opens; undefined if none does. */
  readonly editModes: string | undefined;
}

/** Limits on the requests of each principal. */
export interface AuthLimits {
  /** In the long term. Default 100. */
  readonly requestsPerSecond: number;
  /** Maximum burst after a quiet period. Default 200. */
  readonly burst: number;
  /** Concurrent requests, including open streams. Default 256. */
  readonly concurrent: number;
}
