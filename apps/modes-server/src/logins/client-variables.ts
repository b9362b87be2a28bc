import { AppError, type Environment, nonEmpty } from '@modegate/cli-kit';
import type { ClientCredentials } from '@modegate/mcp-host/oauth';

/** Modegate's OAuth client for a server, as described by the variables. */
export type ClientVariables = ReturnType<typeof readClientVariables>;

/**
 * Reads `MODEGATE_OAUTH_<SERVER>_CLIENT_ID`, `…_CLIENT_SECRET`, `…_ISSUER` and `…_SCOPE`, where `<SERVER>` is the
 * server's name in capitals with `_` for all but letters and digits, and `MODEGATE_OAUTH_CLIENT_ID_URL` for all
 * servers.
 *
 * @throws {AppError} exit code 2 for a secret without an id and an issuer: a server chooses its issuer, and must not
 * choose who gets the secret.
 */
export function readClientVariables(server: string, env: Environment) {
  const prefix = variablePrefix(server);
  const read = (what: string) => nonEmpty(env[`${prefix}_${what}`]);
  const [id, secret, issuer] = [read('CLIENT_ID'), read('CLIENT_SECRET'), read('ISSUER')];
  if (secret !== undefined && (id === undefined || issuer === undefined || !URL.canParse(issuer)))
    throw new AppError(
      `${prefix}_CLIENT_SECRET needs ${prefix}_CLIENT_ID, and ${prefix}_ISSUER must be the URL of the only issuer that may see the secret.`,
    );
  const metadataUrl = nonEmpty(env.MODEGATE_OAUTH_CLIENT_ID_URL);
  // The only issuer that receives the secret; undefined if there is no secret.
  return { known: { id, secret, metadataUrl }, scope: read('SCOPE'), issuer };
}

/**
 * Returns the credentials for obtaining tokens without a user; returns undefined if the variables contain no
 * credentials.
 */
export function clientCredentials({ known, scope, issuer }: ClientVariables): ClientCredentials | undefined {
  const { id, secret } = known;
  return id === undefined || secret === undefined || issuer === undefined ? undefined : { id, secret, issuer, scope };
}

/** Returns the prefix of a server's variables. */
export function variablePrefix(server: string): string {
  return `MODEGATE_OAUTH_${server.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
