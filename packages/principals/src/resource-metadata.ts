/** Metadata for clients without a token: the document described in RFC 9728, section 2. */
export type ResourceMetadata = ReturnType<typeof resourceMetadata>;

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/**
 * True for the metadata path of a resource: at the root, for the resource itself, and for paths below it, such as
 * `/mcp/code`.
 */
export function isMetadataPath(pathname: string, resource: string): boolean {
  const whole = `${WELL_KNOWN}${pathOf(resource)}`;
  return pathname === WELL_KNOWN || pathname === whole || pathname.startsWith(`${whole}/`);
}

/**
 * Returns the URL of a resource's metadata (RFC 9728, section 3.1): the well-known path, followed by the resource's
 * path.
 */
export function metadataUrl(resource: string): string {
  return `${new URL(resource).origin}${WELL_KNOWN}${pathOf(resource)}`;
}

/** The resource that the metadata describes. */
interface ResourceDescription {
  /** The URL that clients connect to, such as `https://modes.example/mcp`. */
  readonly resource: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Name of this server, as displayed to users. */
  readonly name: string;
}

/**
 * Returns the metadata for a resource. Paths below the resource share its metadata, so that one token is valid for all
 * its modes.
 */
export function resourceMetadata(about: ResourceDescription) {
  const { resource, issuer, scopes, name } = about;
  return {
    resource,
    authorization_servers: [issuer],
    ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
    bearer_methods_supported: ['header'] as const,
    resource_name: name,
  };
}

function pathOf(resource: string): string {
  return new URL(resource).pathname.replace(/\/+$/, '');
}
