import { type HttpSettings, requireGuard } from '@modegate/cli-kit';
import {
  type Authenticate,
  type AuthenticatedRequest,
  type HttpPage,
  type HttpRefusal,
  isLoopbackHost,
  type ReviewCredentials,
  type ServeHttpOptions,
} from '@modegate/mcp-protocol/http';
import { type AuthErrorResponse, toErrorResponse } from '../auth-error-response.ts';
import { authFailure } from '../auth-failure.ts';
import type { Authenticator } from '../authenticator.ts';
import type { Principal } from '../principal.ts';

/**
 * Refuses to serve other machines without authentication.
 *
 * @param asksWho - True if a credential is required.
 * @param remedy - Sentence that explains how to require a credential.
 * @throws {AppError} exit code 2, before anything is started.
 */
export function requireAuthentication(http: HttpSettings, asksWho: boolean, remedy: string): void {
  requireGuard(http, { isLoopback: isLoopbackHost(http.host), guard: { isThere: asksWho, remedy } });
}

/** Connects an authenticator to the HTTP server: authentication, review of open responses, and token metadata. */
export function httpAuth(principals: Authenticator): Pick<ServeHttpOptions, 'authenticate' | 'review' | 'pages'> {
  return {
    authenticate: (headers) => admit(principals, principals.authenticate(headers)),
    // The known principals are those that `authenticate` has returned.
    review: principals.review as ReviewCredentials,
    pages: (pathname) => metadataPage(principals, pathname),
  };
}

/** Authenticates requests for `/metrics`. */
export function metricsAuth(principals: Authenticator): Authenticate {
  return (headers) => admit(principals, principals.authoriseMetrics(headers));
}

/** Converts a refusal into the form that the HTTP server expects. */
export function toHttpRefusal({ status, code, message, headers }: AuthErrorResponse): HttpRefusal {
  return { kind: 'refused', status, reason: code.toLowerCase(), message, headers };
}

async function admit(
  principals: Authenticator,
  judging: Promise<Principal | AuthErrorResponse>,
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
    ...(isForHooks ? { checkPath: opensHooks } : {}),
    charge: async (cost) => {
      const refusal = await place.charge(cost);
      return refusal && toHttpRefusal(refusal);
    },
    release: () => place.release(),
  };
}

function opensHooks(pathname: string): HttpRefusal | undefined {
  if (pathname.startsWith('/hooks/')) return undefined;
  const denial = authFailure('ONLY_FOR_HOOKS', 'This token is for agent hooks only');
  return toHttpRefusal(toErrorResponse(denial, { metadataUrl: undefined, scopes: [] }));
}

function metadataPage(principals: Authenticator, pathname: string): HttpPage | undefined {
  const metadata = principals.metadataAt(pathname);
  if (metadata === undefined) return undefined;
  return { status: 200, contentType: 'application/json', body: JSON.stringify(metadata) };
}
