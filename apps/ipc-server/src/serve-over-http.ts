import type { ProtocolServer } from '@modegate/mcp-protocol';
import { type HttpServing, serveHttp } from '@modegate/mcp-protocol/http';
import type { AuthSettings } from '@modegate/principals';
import { createAuthenticator, httpAuth, requireAuthentication } from '@modegate/principals/open';
import { type HttpSettings, startHttp } from '@modegate/program-shell';

/** How to serve over HTTP, and who is asked for a credential. */
export interface IpcHttpOptions {
  readonly http: HttpSettings;
  readonly auth: AuthSettings;
  /** Called with a sentence when credentials cannot be judged. */
  readonly onProblem: (message: string) => void;
}

/**
 * Opens the door: anyone who comes in can drive the agent, so beyond this machine a credential has to open all of it. Returns how to serve
 * at `/mcp` until a signal comes, which says where on stderr.
 *
 * @throws {AppError} exit code 2 before anything is started, or later exit code 1 when the address is not available.
 */
export async function openWeb({
  http,
  auth,
  onProblem,
}: IpcHttpOptions): Promise<(server: ProtocolServer) => Promise<HttpServing>> {
  requireAuthentication(
    http,
    auth.isConfigured,
    "Give out tokens with 'ipc-server token add', or name an issuer of JWTs in the file of --auth.",
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
