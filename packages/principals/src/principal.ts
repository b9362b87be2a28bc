import { compileNamePattern } from '@modegate/mode-core/patterns';

/** The bearer of an accepted credential. */
export interface Principal {
  readonly kind: 'principal';
  /**
   * Owner of sessions and connections: `token:<name>` or `jwt:<issuer> <name>`, so that a token and a JWT with the same
   * name stay separate.
   */
  readonly id: string;
  /** Name for display: the name of the token, or the value of the claim that identifies the bearer. */
  readonly name: string;
  /** Permitted modes: slugs in which `*` matches any run of characters and `?` exactly one character. */
  readonly modes: readonly string[];
  /** True if the principal may read `/metrics`. */
  readonly mayReadMetrics: boolean;
  /** True if the principal may edit these modes on the server's page. */
  readonly mayEditModes: boolean;
  /**
   * True if the credential grants access to agent hooks only, so that a stolen token can be used only to obtain the
   * answers that hooks receive. Default: access to everything except those hooks.
   */
  readonly isForHooks?: boolean;
  /**
   * Distinguishes a token in a file from a later token with the same name; undefined for a JWT, which cannot be
   * revoked.
   */
  readonly credential: string | undefined;
  /** Expiry of the credential in epoch milliseconds; undefined if it does not expire. */
  readonly expiresAtMs: number | undefined;
}

/** Pattern that describes a principal's modes: a slug, optionally with wildcards. */
export const modePattern = /^[A-Za-z0-9*?-]{1,100}$/;

/** True if a principal may use a mode. */
export function mayUseMode({ modes }: Pick<Principal, 'modes'>, slug: string): boolean {
  return modes.some((pattern) => compileNamePattern(pattern)(slug));
}
