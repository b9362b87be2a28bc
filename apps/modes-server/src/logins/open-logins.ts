import { AppError, type Environment } from '@modegate/cli-kit';
import type { AuthoriseRemote, RemoteAuthorisation } from '@modegate/mcp-host/connections';
import { HostError } from '@modegate/mcp-host/connections';
import type { LoginKey, TokenSource } from '@modegate/mcp-host/oauth';
import { loginsFile } from '../settings/gateway-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { displayPrincipal } from './read-principal.ts';

/** The logins used by requests to remote servers. */
export interface Logins {
  readonly authorise: AuthoriseRemote;
  /**
   * Returns the names, without duplicates, of servers that refused a request because there was no login but for which a
   * login may exist now.
   */
  takeReady(): Promise<readonly string[]>;
}

/**
 * Opens the logins in the state folder, and the client credentials in the variables. Reads nothing before the first
 * request.
 *
 * @param principal - Owner of the logins, if principals have their own servers; the logins of this machine's user do
 * not belong to those principals.
 */
export function openLogins({ gateway }: Settings, env: Environment, principal?: string): Logins {
  const waiting = new Map<string, RefusedServer>();
  return {
    authorise: ({ type, url }, { name }) => {
      let opened: Promise<ServerLogin> | undefined;
      let source: TokenSource | undefined;
      const open = async (): Promise<ServerLogin> => {
        const made = await openServerLogin({
          name,
          principal,
          url,
          namesEndpoint: type === 'sse',
          file: loginsFile(gateway),
          env,
        });
        source = made.source;
        return made;
      };
      const authorised: typeof fetch = async (input, init) => {
        opened ??= open();
        const { fetch, key, refused } = await opened;
        try {
          return await fetch(input, init);
        } catch (error) {
          // Recorded even if other requests succeed, because a server may admit anyone at first and require a login
          // later.
          if (error instanceof HostError && error.code === 'LOGIN_NEEDED')
            waiting.set(name, { key, refused: await refused().catch(() => undefined) });
          throw error;
        }
      };
      return { fetch: authorised, secrets: () => source?.secrets() ?? [] } satisfies RemoteAuthorisation;
    },
    async takeReady() {
      if (waiting.size === 0) return [];
      const { openLoginFile } = await import('./login-file.ts');
      const store = openLoginFile(loginsFile(gateway));
      const ready: string[] = [];
      for (const [name, { key, refused }] of waiting) {
        const login = await store.find(key);
        if (login !== undefined && login.access_token !== refused) ready.push(name);
      }
      for (const name of ready) waiting.delete(name);
      return ready;
    },
  };
}

/** A server that refused a request, and the token used at that time, if any. */
interface RefusedServer {
  readonly key: LoginKey;
  readonly refused: string | undefined;
}

interface ServerLogin {
  readonly fetch: typeof fetch;
  readonly key: LoginKey;
  readonly source: TokenSource;
  /** Returns the token from the login that has just been refused. */
  readonly refused: () => Promise<string | undefined>;
}

interface ServerLoginOptions {
  readonly name: string;
  readonly principal: string | undefined;
  readonly url: string;
  readonly namesEndpoint: boolean;
  readonly file: string;
  readonly env: Environment;
}

async function openServerLogin(options: ServerLoginOptions): Promise<ServerLogin> {
  const { name, principal, url, namesEndpoint, file, env } = options;
  const [oauth, { openLoginFile }, { clientCredentials, readClientVariables }] = await Promise.all([
    import('@modegate/mcp-host/oauth'),
    import('./login-file.ts'),
    import('./client-variables.ts'),
  ]);
  const key: LoginKey = { server: name, url: oauth.loginAddress(url), principal };
  const store = openLoginFile(file);
  const login = oauth.createStoredLogin({
    key,
    store,
    now: Date.now,
    advice: loginAdvice(name, principal),
  });
  const credentials = clientCredentials(withHostErrors(name, () => readClientVariables(name, env)));
  const source =
    credentials === undefined || (await store.find(key)) !== undefined
      ? login
      : oauth.createClientCredentials({ key, credentials, now: Date.now, advice: CREDENTIALS_ADVICE });
  return {
    key,
    source,
    refused: async () => (await store.find(key))?.access_token,
    fetch: oauth.createAuthorisedFetch({ server: name, url, source, namesEndpoint }),
  };
}

/**
 * Returns advice on logging in, to append to an error message that an agent reads. The advice differs for a principal,
 * who has no terminal here.
 */
export function loginAdvice(server: string, principal?: string): string {
  const command = `modes-server login ${shellWord(server, '<server>')}`;
  if (principal === undefined)
    return `Ask the user to run '${command}' in a terminal; this server then picks up the login automatically.`;
  const who = shellWord(displayPrincipal(principal), '<principal>');
  return `Ask the people who run this server to log you in with '${command} --principal ${who}'; the server then picks up the login automatically.`;
}

/**
 * Returns a name as a single shell word, or a placeholder for a name that a shell could interpret as more than one
 * word.
 */
function shellWord(name: string, placeholder: string): string {
  if (/^\w[\w.@:-]*$/.test(name)) return name;
  return /^\w[^"$`\\!\p{Cc}]{0,199}$/u.test(name) ? `"${name}"` : placeholder;
}

const CREDENTIALS_ADVICE =
  "Ask the people who run the server's issuer to grant the missing rights to the client that the variables MODEGATE_OAUTH_… specify.";

function withHostErrors<Value>(server: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new HostError('LOGIN_FAILED', error.message, { data: { server, reason: error.message } });
  }
}
