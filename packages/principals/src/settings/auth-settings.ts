/** Resolved settings for authentication over HTTP. */
export interface AuthSettings {
  /**
   * True if a credential is required: a tokens file exists or is configured, or JWTs are configured. An empty file is
   * sufficient, so that revoking the last token does not make the server accessible to everyone.
   */
  readonly isConfigured: boolean;
  /** The tokens file, which need not exist. */
  readonly tokensFile: string;
  /** The URL that clients use. Default: the audience of the JWTs, if the audience is a URL. */
  readonly resourceUrl: string | undefined;
  /** Undefined if no JWTs are accepted. */
  readonly jwt: JwtSettings | undefined;
  readonly limits: AuthLimits;
}

/** Accepted JWTs, and the permissions that they grant. */
export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** URL of the issuer's keys. */
  readonly jwksUri: string;
  readonly algorithms: readonly string[];
  /** Tolerated difference between the clocks of the issuer and the server, in milliseconds. Default 30,000. */
  readonly clockToleranceMs: number;
  /** Required `typ` in the header, such as `at+jwt`; undefined if any value is accepted. */
  readonly type: string | undefined;
  /** Keys that lead to the claim containing the bearer's name. Default `sub`. */
  readonly nameClaim: readonly string[];
  /** Keys that lead to the claim containing the bearer's permissions. Default `scope`. */
  readonly modesClaim: readonly string[];
  /** The modes allowed by each value of the modes claim; undefined if each value is itself a mode. */
  readonly modes: ReadonlyMap<string, readonly string[]> | undefined;
  /** The claim value that grants access to `/metrics`; undefined if no value does. */
  readonly metrics: string | undefined;
  /** The claim value that allows bearers to edit their modes; undefined if no value does. */
  readonly editModes: string | undefined;
}

/** Request limits for each principal. */
export interface AuthLimits {
  /** Long-term average rate. Default 100. */
  readonly requestsPerSecond: number;
  /** Number of requests accepted immediately after a quiet period. Default 200. */
  readonly burst: number;
  /** Maximum number of concurrent requests, including open streams. Default 256. */
  readonly concurrent: number;
}
