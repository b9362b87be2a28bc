import { compileNamePattern } from '@modegate/mode-core/patterns';

/** The bearer of a credential that this server accepts. */
export interface Principal {
  readonly kind: 'principal';
  /**
   * Owner id of sessions and connections: `token:<name>` or `jwt:<issuer> <name>`, so that no token can access what
   * belongs to the bearer of a JWT with the same name.
   */
  readonly id: string;
  /** For people to read: the name of the token, or the claim that names the bearer. */
  readonly name: string;
  /** Modes that it may use: slugs in which `*` matches any run of characters and `?` exactly one. */
  readonly modes: readonly string[];
  /** True if it may read `/metrics`. */
  readonly mayReadMetrics: boolean;
  /** True if it may change those modes on the page of the server. */
  readonly mayEditModes: boolean;
  /**
   * True if it opens only the hooks of agents, so that anyone who obtains the token gets nothing but answers. Default:
   * everything except those hooks.
   */
  readonly isForHooks?: boolean;
  /** Distinguishes the token of a file from a later one of the same name; undefined for a JWT, which cannot be revoked. */
  readonly credential: string | undefined;
  /** Expiry of the credential in epoch milliseconds; undefined if it does not expire. */
  readonly expiresAtMs: number | undefined;
}

/** Form of a mode that is given to a principal: a slug, or one with wildcards. */
export const modePattern = /^[A-Za-z0-9*?-]{1,100}$/;

/** True if a principal may use a mode. */
export function mayUseMode({ modes }: Pick<Principal, 'modes'>, slug: string): boolean {
  return modes.some((pattern) => compileNamePattern(pattern)(slug));
}
