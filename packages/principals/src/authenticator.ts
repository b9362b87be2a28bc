import type { MessageCost, ReviewCredentials } from '@modegate/mcp-protocol/http';
import type { Schedule } from '@modegate/timing';
import { type AuthErrorResponse, toErrorResponse } from './auth-error-response.ts';
import { type AuthFailure, authFailure } from './auth-failure.ts';
import { type RequestHeaders, readBearerToken } from './bearer-token.ts';
import { isScopeClaim } from './jwt/claim-modes.ts';
import type { VerifyJwt } from './jwt/verify-jwt.ts';
import { mayUseMode, type Principal } from './principal.ts';
import { createRequestLimits, type RequestPermit } from './request-limits.ts';
import { isMetadataPath, metadataUrl, type ResourceMetadata, resourceMetadata } from './resource-metadata.ts';
import type { AuthSettings } from './settings/auth-settings.ts';
import { TOKEN_PREFIX } from './tokens/token-record.ts';
import { openTokenTable, type TokenTable } from './tokens/token-table.ts';

/** Interface for the authentication and authorisation of HTTP requests. */
export interface Authenticator {
  /**
   * Authenticates the sender of a request. Caches nothing between requests, so that the expiry or revocation of a
   * credential takes effect immediately.
   */
  authenticate(headers: RequestHeaders): Promise<Principal | AuthErrorResponse>;
  /** Authenticates a request for `/metrics`, which requires a separate permission. */
  authoriseMetrics(headers: RequestHeaders): Promise<Principal | AuthErrorResponse>;
  /**
   * Performs, once, all the checks on which the validity of credentials depends, and returns a function that determines
   * whether earlier credentials are still valid.
   */
  review: ReviewCredentials<Principal>;
  /**
   * Counts a request towards the limits that apply to its principal. The caller must release the permit when the
   * request has been answered.
   */
  admit(principal: Principal): AuthPermit | AuthErrorResponse;
  /** Returns the reason why a principal may not use a mode; undefined if the principal may use it. */
  refuseMode(principal: Principal, mode: string): AuthErrorResponse | undefined;
  /**
   * Returns the metadata document at an RFC 9728 path; undefined for any other path, or if no token issuer is
   * configured.
   */
  metadataAt(pathname: string): ResourceMetadata | undefined;
}

/** A request that counts towards its principal's limits. */
export interface AuthPermit extends Pick<RequestPermit, 'kind' | 'release'> {
  /**
   * Charges the cost of the body to the principal, waits until the body may be processed, and returns the refusal, if
   * any.
   */
  charge(cost: MessageCost): Promise<AuthErrorResponse | undefined>;
}

/** Options for {@link createAuthenticator}. */
export interface AuthenticatorOptions {
  readonly auth: AuthSettings;
  /** Name of this server, as displayed to users. */
  readonly serverName: string;
  /** Called with a sentence when credentials cannot be checked. */
  readonly onProblem: (message: string) => void;
  /** True if the permissions granted by a credential are sufficient to admit its bearer. Default: at least one mode. */
  readonly isEnough?: (principal: Pick<Principal, 'modes'>) => boolean;
  /** Default: Node's implementation. */
  readonly fetch?: typeof fetch;
  /** Time limit for fetching an issuer's keys. Default 5,000. */
  readonly keyTimeoutMs?: number;
  /** Returns epoch milliseconds. Default: `Date.now`. */
  readonly wallClock?: () => number;
  /** Returns the reading of a monotonic clock, in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
  /** Default: the platform's timers. */
  readonly schedule?: Schedule;
}

/**
 * Creates an authenticator for the settings. Does not read files or send requests until it receives its first request.
 */
export async function createAuthenticator(options: AuthenticatorOptions): Promise<Authenticator> {
  const { auth, serverName, now = () => performance.now(), schedule, isEnough = opensSome } = options;
  const { authenticate, review } = await openCredentials(options);
  const admit = createRequestLimits(auth.limits, { now, schedule });
  const refuse = (denial: AuthFailure, scopes = scopesOf(auth)): AuthErrorResponse =>
    toErrorResponse(denial, { metadataUrl: metadataOf(auth)?.url, scopes });
  return {
    authenticate: async (headers) => {
      const answer = await authenticate(headers);
      if (answer.kind === 'denial') return refuse(answer);
      return isEnough(answer)
        ? answer
        : refuse(authFailure('NO_MODES', 'The token does not give access to any mode of this server'));
    },
    authoriseMetrics: async (headers) => {
      const answer = await authenticate(headers);
      if (answer.kind === 'denial') return refuse(answer, []);
      return answer.mayReadMetrics
        ? answer
        : refuse(
            authFailure('METRICS_NOT_ALLOWED', 'The token does not give access to the metrics'),
            metricsScopes(auth),
          );
    },
    review,
    admit: (principal) => {
      const answer = admit(principal);
      if (answer.kind === 'denial') return refuse(answer);
      return {
        kind: 'admission',
        charge: async (cost) => {
          const denial = await answer.charge(cost);
          return denial && refuse(denial);
        },
        release: answer.release,
      };
    },
    refuseMode: (principal, mode) =>
      mayUseMode(principal, mode)
        ? undefined
        : refuse(authFailure('MODE_NOT_ALLOWED', 'The token does not give access to this mode'), scopesOf(auth, mode)),
    metadataAt: (pathname) => {
      const place = metadataOf(auth);
      if (place === undefined || !isMetadataPath(pathname, place.resource)) return undefined;
      return resourceMetadata({ ...place, scopes: scopesOf(auth), name: serverName });
    },
  };
}

function opensSome({ modes }: Pick<Principal, 'modes'>): boolean {
  return modes.length > 0;
}

interface Credentials {
  readonly authenticate: (headers: RequestHeaders) => Promise<Principal | AuthFailure>;
  readonly review: ReviewCredentials<Principal>;
}

async function openCredentials(options: AuthenticatorOptions): Promise<Credentials> {
  const { auth, onProblem, wallClock = Date.now } = options;
  const tokens = openTokenTable({ file: auth.tokensFile, now: wallClock, onProblem });
  const verifyJwt = await createJwtCheck(options, wallClock);
  const { clockToleranceMs = 0 } = auth.jwt ?? {};
  return {
    authenticate: async (headers) => {
      const token = readBearerToken(headers);
      return token.kind === 'denial' ? token : judge(token.text, tokens, verifyJwt);
    },
    review: async () => {
      const stateOfToken = await tokens.review();
      return (principal) => {
        if (principal.credential !== undefined) return stateOfToken(principal);
        // Until this time, the same JWT can still be used for new requests.
        const endsAtMs = (principal.expiresAtMs ?? Number.POSITIVE_INFINITY) + clockToleranceMs;
        return endsAtMs <= wallClock() ? 'over' : 'holds';
      };
    },
  };
}

function judge(token: string, tokens: TokenTable, verifyJwt: VerifyJwt | undefined): Promise<Principal | AuthFailure> {
  // A JWT contains dots; this server's own tokens never do.
  if (verifyJwt === undefined || token.startsWith(TOKEN_PREFIX) || !token.includes('.')) return tokens.find(token);
  return verifyJwt(token);
}

/** The library is loaded only if JWTs are accepted. */
async function createJwtCheck(
  { auth, onProblem, ...options }: AuthenticatorOptions,
  wallClock: () => number,
): Promise<VerifyJwt | undefined> {
  if (auth.jwt === undefined) return undefined;
  const { createVerifyJwt } = await import('./jwt/verify-jwt.ts');
  const { fetch: fetchUrl = fetch, now = () => performance.now(), keyTimeoutMs = 5_000 } = options;
  return createVerifyJwt(auth.jwt, { fetch: fetchUrl, now, wallClock, onProblem, timeoutMs: keyTimeoutMs });
}

/** Only an issuer gives tokens to clients on request, so there is no metadata without an issuer. */
function metadataOf({ jwt, resourceUrl }: AuthSettings) {
  if (jwt === undefined || resourceUrl === undefined) return undefined;
  return { issuer: jwt.issuer, resource: resourceUrl, url: metadataUrl(resourceUrl) };
}

/** Returns the scope for the metrics; empty if permissions come from a claim other than scopes. */
function metricsScopes({ jwt }: AuthSettings): readonly string[] {
  return jwt?.metrics !== undefined && isScopeClaim(jwt.modesClaim) ? [jwt.metrics] : [];
}

/** Returns the scopes for all modes, or for one mode; empty if permissions come from a claim other than scopes. */
function scopesOf({ jwt }: AuthSettings, mode?: string): readonly string[] {
  if (jwt?.modes === undefined || !isScopeClaim(jwt.modesClaim)) return [];
  const opening = [...jwt.modes].filter(([, modes]) => mode === undefined || mayUseMode({ modes }, mode));
  return opening.map(([scope]) => scope);
}
