import type { MessageCost, ReviewCredentials } from '@modegate/mcp-protocol/http';
import type { Schedule } from '@modegate/timing';
import { type RequestHeaders, readBearerToken } from './bearer-token.ts';
import { type Denial, deny } from './denial.ts';
import { isScopeClaim } from './jwt/claim-modes.ts';
import type { VerifyJwt } from './jwt/verify-jwt.ts';
import { type Admission, createLimits } from './limits.ts';
import { mayUseMode, type Principal } from './principal.ts';
import { type Refusal, toRefusal } from './refusal.ts';
import { isMetadataPath, metadataUrl, type ResourceMetadata, resourceMetadata } from './resource-metadata.ts';
import type { AuthSettings } from './settings/auth-settings.ts';
import { TOKEN_PREFIX } from './tokens/token-record.ts';
import { openTokenTable, type TokenTable } from './tokens/token-table.ts';

/** Authentication and authorisation over HTTP. */
export interface Principals {
  /**
   * Identifies the sender of a request. Nothing is remembered between requests, so that an ended credential stops
   * working.
   */
  authenticate(headers: RequestHeaders): Promise<Principal | Refusal>;
  /** Does the same for `/metrics`, which requires a separate right. */
  authoriseMetrics(headers: RequestHeaders): Promise<Principal | Refusal>;
  /** Checks the sources of credentials once, and returns the current state of those that were shown earlier. */
  review: ReviewCredentials<Principal>;
  /** Counts a request of a principal against its limits; the caller releases it when it has been answered. */
  admit(principal: Principal): Admitted | Refusal;
  /** Returns the reason why a principal may not use a mode; undefined if it may. */
  refuseMode(principal: Principal, mode: string): Refusal | undefined;
  /** Returns the document at a path of RFC 9728; undefined for any other path, or if no token issuer is configured. */
  metadataAt(pathname: string): ResourceMetadata | undefined;
}

/** A request that counts against the limits of its principal. */
export interface Admitted extends Pick<Admission, 'kind' | 'release'> {
  /** Counts the cost of its body, and waits until it may be processed; returns a refusal as the answer, if any. */
  charge(cost: MessageCost): Promise<Refusal | undefined>;
}

/** Options of {@link openPrincipals}. */
export interface OpenPrincipalsOptions {
  readonly auth: AuthSettings;
  /** The name of this server, for people. */
  readonly serverName: string;
  /** Called with a sentence when credentials cannot be judged. */
  readonly onProblem: (message: string) => void;
  /** True if the rights of a credential are enough to admit its bearer. Default: one mode is enough. */
  readonly isEnough?: (principal: Pick<Principal, 'modes'>) => boolean;
  /** Default: Node's. */
  readonly fetch?: typeof fetch;
  /** Time limit for fetching an issuer's keys. Default 5 000. */
  readonly keyTimeoutMs?: number;
  /** Returns epoch milliseconds. Default: `Date.now`. */
  readonly wallClock?: () => number;
  /** Milliseconds of a monotonic clock. Default `performance.now`. */
  readonly now?: () => number;
  /** Default: the platform's timers. */
  readonly schedule?: Schedule;
}

/** Opens the principals according to the settings. Reads no file and sends no request before the first request. */
export async function openPrincipals(options: OpenPrincipalsOptions): Promise<Principals> {
  const { auth, serverName, now = () => performance.now(), schedule, isEnough = opensSome } = options;
  const { authenticate, review } = await openCredentials(options);
  const admit = createLimits(auth.limits, { now, schedule });
  const refuse = (denial: Denial, scopes = scopesOf(auth)): Refusal =>
    toRefusal(denial, { metadataUrl: metadataOf(auth)?.url, scopes });
  return {
    authenticate: async (headers) => {
      const answer = await authenticate(headers);
      if (answer.kind === 'denial') return refuse(answer);
      return isEnough(answer)
        ? answer
        : refuse(deny('NO_MODES', 'The token does not give access to any mode of this server'));
    },
    authoriseMetrics: async (headers) => {
      const answer = await authenticate(headers);
      if (answer.kind === 'denial') return refuse(answer, []);
      return answer.mayReadMetrics
        ? answer
        : refuse(deny('METRICS_NOT_ALLOWED', 'The token does not give access to the metrics'), metricsScopes(auth));
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
        : refuse(deny('MODE_NOT_ALLOWED', 'The token does not give access to this mode'), scopesOf(auth, mode)),
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
  readonly authenticate: (headers: RequestHeaders) => Promise<Principal | Denial>;
  readonly review: ReviewCredentials<Principal>;
}

async function openCredentials(options: OpenPrincipalsOptions): Promise<Credentials> {
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
        // Until then, the same JWT can still open new requests.
        const endsAtMs = (principal.expiresAtMs ?? Number.POSITIVE_INFINITY) + clockToleranceMs;
        return endsAtMs <= wallClock() ? 'over' : 'holds';
      };
    },
  };
}

function judge(token: string, tokens: TokenTable, verifyJwt: VerifyJwt | undefined): Promise<Principal | Denial> {
  // A JWT contains dots, which a token of this server never does.
  if (verifyJwt === undefined || token.startsWith(TOKEN_PREFIX) || !token.includes('.')) return tokens.find(token);
  return verifyJwt(token);
}

/** The library is loaded only if JWTs are accepted. */
async function createJwtCheck(
  { auth, onProblem, ...options }: OpenPrincipalsOptions,
  wallClock: () => number,
): Promise<VerifyJwt | undefined> {
  if (auth.jwt === undefined) return undefined;
  const { createVerifyJwt } = await import('./jwt/verify-jwt.ts');
  const { fetch: fetchUrl = fetch, now = () => performance.now(), keyTimeoutMs = 5_000 } = options;
  return createVerifyJwt(auth.jwt, { fetch: fetchUrl, now, wallClock, onProblem, timeoutMs: keyTimeoutMs });
}

/** Only an issuer can give tokens to clients on request, so without one there is nothing to publish. */
function metadataOf({ jwt, resourceUrl }: AuthSettings) {
  if (jwt === undefined || resourceUrl === undefined) return undefined;
  return { issuer: jwt.issuer, resource: resourceUrl, url: metadataUrl(resourceUrl) };
}

/** Returns the scope that opens the metrics; none if another claim does. */
function metricsScopes({ jwt }: AuthSettings): readonly string[] {
  return jwt?.metrics !== undefined && isScopeClaim(jwt.modesClaim) ? [jwt.metrics] : [];
}

/** Returns the scopes that open modes, or one mode; none if another claim does. */
function scopesOf({ jwt }: AuthSettings, mode?: string): readonly string[] {
  if (jwt?.modes === undefined || !isScopeClaim(jwt.modesClaim)) return [];
  const opening = [...jwt.modes].filter(([, modes]) => mode === undefined || mayUseMode({ modes }, mode));
  return opening.map(([scope]) => scope);
}
