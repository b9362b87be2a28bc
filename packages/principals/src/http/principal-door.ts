import { type HttpSettings, requireGuard } from '@modegate/cli-kit';
import {
  type Authenticate,
  type AuthenticatedRequest,
  type HttpPage,
  type HttpRefusal,
  isLoopbackHost,
  type ServeHttpOptions,
} from '@modegate/mcp-protocol/http';
import { deny } from '../denial.ts';
import type { Principals } from '../open-principals.ts';
import type { Principal } from '../principal.ts';
import { type Refusal, toRefusal } from '../refusal.ts';

/**
 * Refuses requests from other machines if there is no authentication.
 *
 * @param asksWho - True if a credential is required.
 * @param remedy - Instructions for requiring one, as a sentence.
 * @throws {AppError} exit code 2, before anything is started.
 */
export function guardDoor(http: HttpSettings, asksWho: boolean, remedy: string): void {
  requireGuard(http, { isLoopback: isLoopbackHost(http.host), guard: { isThere: asksWho, remedy } });
}

/**
 * Connects the server over HTTP to the principals: for admission, for review of admitted clients, and for the location
 * where tokens are issued.
 */
export function principalDoor(principals: Principals): Pick<ServeHttpOptions, 'authenticate' | 'review' | 'pages'> {
  return {
    authenticate: (headers) => admit(principals, principals.authenticate(headers)),
    // Known principals have passed `authenticate`.
    review: async () => {
      const stateOf = await principals.review();
      return (principal) => stateOf(principal as Principal);
    },
    pages: (pathname) => metadataPage(principals, pathname),
  };
}

/** Judges requests for `/metrics`. */
export function metricsDoor(principals: Principals): Authenticate {
  return (headers) => admit(principals, principals.authoriseMetrics(headers));
}

/** Converts a refusal to the terms of the server over HTTP. */
export function toHttpRefusal({ status, code, message, headers }: Refusal): HttpRefusal {
  return { kind: 'refused', status, reason: code.toLowerCase(), message, headers };
}

async function admit(
  principals: Principals,
  judging: Promise<Principal | Refusal>,
): Promise<AuthenticatedRequest | HttpRefusal> {
  const principal = await judging;
  if (principal.kind === 'refusal') return toHttpRefusal(principal);
  const place = principals.admit(principal);
  if (place.kind === 'refusal') return toHttpRefusal(place);
  const { credential, modes, isForHooks = false } = principal;
  return {
    kind: 'admitted',
    principal,
    rights: JSON.stringify([credential, modes]),
    ...(isForHooks ? { opens: opensHooks } : {}),
    charge: async (cost) => {
      const refusal = await place.charge(cost);
      return refusal && toHttpRefusal(refusal);
    },
    release: () => place.release(),
  };
}

function opensHooks(pathname: string): HttpRefusal | undefined {
  if (pathname.startsWith('/hooks/')) return undefined;
  const denial = deny('ONLY_FOR_HOOKS', 'This token is for agent hooks only');
  return toHttpRefusal(toRefusal(denial, { metadataUrl: undefined, scopes: [] }));
}

function metadataPage(principals: Principals, pathname: string): HttpPage | undefined {
  const metadata = principals.metadataAt(pathname);
  if (metadata === undefined) return undefined;
  return { status: 200, contentType: 'application/json', body: JSON.stringify(metadata) };
}
