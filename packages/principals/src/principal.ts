import { compileNamePattern } from '@modegate/mode-core/patterns';

/** The bearer of a credential that this server accepts. */
export interface Principal {
  readonly kind: 'principal';
  /**
   * What sessions and connections belong to: `token:<name>` or `jwt:<issuer> <name>`, so that no token gets at what belongs to the
   * bearer of a JWT with the same name.
   */
  readonly id: string;
  /** For people to read: the name of the token, or the claim that names the bearer. */
  readonly name: string;
  /** The modes that it may use: slugs, in which `*` is any run of characters and `?` exactly one. */
  readonly modes: readonly string[];
  /** Whether it may read `/metrics`. */
  readonly mayReadMetrics: boolean;
  /** Whether it may change those modes on the page of the server. */
  readonly mayEditModes: boolean;
  /** Whether it opens the hooks of agents and nothing else, so that anyone who gets hold of the token gets no more than answers. Default: everything but those hooks. */
  readonly isForHooks?: boolean;
  /** Distinguishes the token of a file from a later one of the same name; undefined for a JWT, which cannot be revoked. */
  readonly credential: string | undefined;
  /** When the credential ends, in epoch milliseconds; undefined when it does not. */
  readonly expiresAtMs: number | undefined;
}

/** What a mode may be that a principal is given: a slug, or one with wildcards. */
export const modePattern = /^[A-Za-z0-9*?-]{1,100}$/;

/** Whether a principal may use a mode. */
export function mayUseMode({ modes }: Pick<Principal, 'modes'>, slug: string): boolean {
  return modes.some((pattern) => compileNamePattern(pattern)(slug));
}
