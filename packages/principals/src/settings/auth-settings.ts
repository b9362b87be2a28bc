import type { JwtAlgorithm } from '../jwt/jwt-algorithms.ts';

/** Who may do what over HTTP, resolved. */
export interface AuthSettings {
  /**
   * Whether a credential is asked for: there is a file of tokens, or one is configured, or JWTs are. A file without tokens counts, so that
   * revoking the last one does not open the server.
   */
  readonly isConfigured: boolean;
  /** The file of tokens, which need not exist. */
  readonly tokensFile: string;
  /** The URL that clients connect to, as they see it; default: the audience of JWTs where that is a URL. */
  readonly resourceUrl: string | undefined;
  /** Undefined when no JWTs are taken. */
  readonly jwt: JwtSettings | undefined;
  readonly limits: AuthLimits;
}

/** Which JWTs are taken, and what they open. */
export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Where the issuer's keys are. */
  readonly jwksUri: string;
  readonly algorithms: readonly JwtAlgorithm[];
  /** How far the clocks of issuer and server may be apart. Default 30 000. */
  readonly clockToleranceMs: number;
  /** What `typ` in the header has to be, such as `at+jwt`; undefined for anything. */
  readonly type: string | undefined;
  /** The keys that lead to the claim which names the bearer. Default `sub`. */
  readonly nameClaim: readonly string[];
  /** The keys that lead to the claim which says what the bearer may do. Default `scope`. */
  readonly modesClaim: readonly string[];
  /** The modes that a value of that claim opens; undefined when each value is a mode. */
  readonly modes: ReadonlyMap<string, readonly string[]> | undefined;
  /** The value of that claim which opens `/metrics`; undefined when none does. */
  readonly metrics: string | undefined;
  /** The value of that claim which lets its bearer change the modes that it opens; undefined when none does. */
  readonly editModes: string | undefined;
}

/** What each principal may ask of the server. */
export interface AuthLimits {
  /** In the long run. Default 100. */
  readonly requestsPerSecond: number;
  /** At once, after a quiet while. Default 200. */
  readonly burst: number;
  /** At the same time, open streams included. Default 256. */
  readonly concurrent: number;
}
