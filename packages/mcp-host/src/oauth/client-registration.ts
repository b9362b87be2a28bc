import { isJsonObject } from '@modegate/json';
import {
  type AuthorizationServer,
  dynamicClientRegistrationRequest,
  processDynamicClientRegistrationResponse,
} from 'oauth4webapi';
import { explainFailure, loginFailed } from './failure.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { canBeKept } from './login-record.ts';
import { chooseAuthentication, type OAuthClient, requestOptions } from './token-requests.ts';

/** A client configured in advance. */
export interface KnownClient {
  /** The id of a client registered with the issuer. */
  readonly id?: string | undefined;
  readonly secret?: string | undefined;
  /** HTTPS URL of a document that describes this client (OAuth Client ID Metadata Document). */
  readonly metadataUrl?: string | undefined;
}

export interface RegistrationOptions {
  readonly server: string;
  readonly issuer: AuthorizationServer;
  readonly guarded: GuardedFetch;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  readonly known: KnownClient;
}

/**
 * Chooses a client for an issuer, in the order defined by MCP 2025-11-25: preregistered, described by a document, or
 * registered dynamically (RFC 7591).
 *
 * @throws HostError `LOGIN_FAILED` if none of these clients is possible.
 */
export async function chooseClient(options: RegistrationOptions): Promise<OAuthClient> {
  const { server, issuer, known } = options;
  if (known.id !== undefined) {
    const authentication = chooseAuthentication(issuer, known.secret !== undefined);
    return { id: known.id, secret: known.secret, authentication };
  }
  if (known.metadataUrl !== undefined && issuer.client_id_metadata_document_supported === true)
    return { id: requireDocument(server, known.metadataUrl), secret: undefined, authentication: 'none' };
  if (issuer.registration_endpoint !== undefined) return register(options);
  throw loginFailed(
    server,
    `its issuer ${issuer.issuer} does not support dynamic client registration. Register a client there and specify its id with --client-id.`,
  );
}

async function register({ server, issuer, guarded, redirectUri, scope }: RegistrationOptions): Promise<OAuthClient> {
  const offered = issuer.token_endpoint_auth_methods_supported ?? ['none'];
  const metadata = {
    client_name: 'Modegate',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    token_endpoint_auth_method: offered.includes('none') ? 'none' : chooseAuthentication(issuer, true),
    ...(scope === undefined ? {} : { scope }),
  };
  try {
    const response = await dynamicClientRegistrationRequest(issuer, metadata, requestOptions({ guarded }));
    const registered = await processDynamicClientRegistrationResponse(await completed(response));
    const secret = typeof registered.client_secret === 'string' ? registered.client_secret : undefined;
    if (![registered.client_id, secret ?? '-'].every(canBeKept))
      throw new Error('the id or the secret that the issuer returned is too long to be stored');
    return {
      id: registered.client_id,
      secret,
      authentication: readAuthentication(registered.token_endpoint_auth_method, issuer, secret !== undefined),
    };
  } catch (error) {
    throw explainFailure(server, 'the registration of this program', error);
  }
}

/**
 * Many issuers omit the expiry of the secret, which RFC 7591 requires, or answer with status 200. The content is still
 * validated.
 */
async function completed(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const json: unknown = await response.json();
  if (!isJsonObject(json)) return Response.json(json, { status: 201 });
  return Response.json({ client_secret_expires_at: 0, ...json }, { status: 201 });
}

function readAuthentication(
  given: unknown,
  issuer: AuthorizationServer,
  hasSecret: boolean,
): OAuthClient['authentication'] {
  if (!hasSecret) return 'none';
  if (given === 'none' || given === 'client_secret_basic' || given === 'client_secret_post') return given;
  return chooseAuthentication(issuer, true);
}

function requireDocument(server: string, url: string): string {
  if (URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).pathname !== '/') return url;
  throw loginFailed(server, 'the address of the client metadata document must be an https URL with a path.');
}
