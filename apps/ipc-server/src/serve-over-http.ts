import { type HttpSettings, startHttp } from '@modegate/cli-kit';
import type { ProtocolServer } from '@modegate/mcp-protocol';
import { type HttpServing, serveHttp } from '@modegate/mcp-protocol/http';
import type { AuthSettings } from '@modegate/principals';
import { createAuthenticator, httpAuth, requireAuthentication } from '@modegate/principals/open';

/** Options for serving over HTTP with authentication. */
export interface IpcHttpOptions {
  readonly http: HttpSettings;
  readonly auth: AuthSettings;
  /** Called with a message when credentials cannot be checked. */
  readonly onProblem: (message: string) => void;
}

/**
 * Checks authentication before starting: any client can drive the agent, so if others can reach the host, every mode
 * must require a credential. Returns a function that prints the address to stderr and serves at `/mcp` until a signal
 * arrives.
 *
 * @throws {AppError} exit code 2 before anything starts, or exit code 1 later if the address is not available.
 */
export async function openWeb({
  http,
  auth,
  onProblem,
}: IpcHttpOptions): Promise<(server: ProtocolServer) => Promise<HttpServing>> {
  requireAuthentication(
    http,
    auth.isConfigured,
    "Create tokens with 'ipc-server token add', or specify a JWT issuer in the --auth file.",
  );
  const door = auth.isConfigured ? await openAuthentication(auth, onProblem) : {};
  return (server) => startHttp(http, (options) => serveHttp(server, { ...options, ...door }));
}

async function openAuthentication(auth: AuthSettings, onProblem: IpcHttpOptions['onProblem']) {
  const opensAll = ({ modes }: { readonly modes: readonly string[] }) => modes.includes('*');
  return httpAuth(
    await createAuthenticator({ auth, serverName: 'modegate-ipc-server', onProblem, isEnough: opensAll }),
  );
}
