import type { IncomingHttpHeaders } from 'node:http';
import type { ScopePrincipal } from '../sessions/connection-scopes.ts';

/** A request that is not let in, ready to be answered. */
export interface PrincipalRefusal {
  readonly kind: 'refusal';
  readonly status: number;
  /** For the client. */
  readonly message: string;
  /** Such as `WWW-Authenticate` and `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Somebody whose credential this server takes. */
export interface HttpPrincipal extends ScopePrincipal {
  readonly kind: 'principal';
}

/** Who may do what over HTTP. */
export interface Principals<Who extends HttpPrincipal = HttpPrincipal> {
  /** Who sends a request. */
  authorise(headers: IncomingHttpHeaders): Promise<Who | PrincipalRefusal>;
  /** Counts a request against the limits of its principal. */
  admit(principal: Who): { readonly kind: 'admission'; release(): void } | PrincipalRefusal;
  /** Why a principal may not use a mode; undefined when it may. */
  refuseMode(principal: Who, mode: string): PrincipalRefusal | undefined;
  /** The metadata of RFC 9728 at a path; undefined when there is none. */
  metadataAt(pathname: string): object | undefined;
}
