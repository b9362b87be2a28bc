import { AppError, print, printError, stripControls } from '@modegate/cli-kit';
import {
  beginAuthorization,
  createGuardedFetch,
  endLogin,
  type Login,
  type LoginKey,
  loginAddress,
} from '@modegate/mcp-host/oauth';
import { openCallbackServer } from '../logins/callback-server.ts';
import { readClientVariables } from '../logins/client-variables.ts';
import { describeLogin, loginLine } from '../logins/describe-login.ts';
import { type LoginFile, openLoginFile } from '../logins/login-file.ts';
import { openBrowser } from '../logins/open-browser.ts';
import { displayPrincipal, readPrincipal } from '../logins/read-principal.ts';
import { waitForLogin } from '../logins/wait-for-login.ts';
import { loginsFile } from '../settings/gateway-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { findRemoteServer } from './find-server.ts';

/** Flags for `modes-server logout`. */
export interface LogoutFlags {
  /** Principal to log out. Default: the user of this machine. */
  readonly principal?: string;
}

/** Flags for `modes-server login`. */
export interface LoginFlags {
  readonly scope?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly clientIdUrl?: string;
  readonly callbackPort?: string;
  readonly timeout?: string;
  readonly open?: boolean;
  /** Principal that logs in over HTTP. Default: the user of this machine. */
  readonly principal?: string;
}

/**
 * Logs in to a remote server: prints an address to open in a browser, waits for the redirect, and stores the tokens.
 *
 * @throws {AppError} exit code 2 for a server that does not support logins, 1 if no redirect arrives; HostError
 * `LOGIN_FAILED` with the reason.
 */
export async function login(settings: Settings, name: string, flags: LoginFlags): Promise<void> {
  const [port, timeoutMs] = [readPort(flags.callbackPort), readTimeout(flags.timeout)];
  const principal = await readPrincipal(settings, flags.principal);
  const { url } = await findRemoteServer(settings, name, principal);
  const key: LoginKey = { server: name, url: loginAddress(url), principal };
  const store = openLoginFile(loginsFile(settings.gateway));
  const before = await store.find(key);
  const variables = readClientVariables(name, process.env);
  const issuer = agreedIssuer(flags.issuer, variables.issuer);
  const guarded = await createGuardedFetch({ server: name, url });
  const callback = await openCallbackServer(port);
  try {
    const authorization = await beginAuthorization({
      key,
      guarded,
      redirectUri: callback.redirectUri,
      known: knownClient(flags, variables.known),
      onlyScope: flags.scope ?? variables.scope,
      scope: [before?.scope, before?.wanted_scope].filter((scope) => scope !== undefined).join(' '),
      issuer,
      now: Date.now,
    });
    announce(key, authorization, before?.issuer);
    if (flags.open === true) openBrowser(authorization.url);
    await keep(store, key, await waitForLogin({ authorization, callback, timeoutMs }));
  } finally {
    await callback.close();
  }
}

/**
 * Deletes the logins to a server, and requests that their issuers revoke the tokens. Also works for a principal that no
 * longer has a credential.
 *
 * @throws {AppError} exit code 1 if no logins are stored.
 */
export async function logout(settings: Settings, name: string, flags: LogoutFlags): Promise<void> {
  const store = openLoginFile(loginsFile(settings.gateway));
  const all = (await store.all()).filter(({ server }) => server === name);
  const own = all.filter(({ principal }) => shownOf(principal) === flags.principal);
  if (own.length === 0) throw nobodyToLogOut(name, flags.principal, all);
  for (const each of own) await store.alone(each, () => store.remove(each));
  print(stripControls(`Logged out of '${name}': its tokens were removed from this machine.`));
  for (const each of own) {
    const isEnded = await endLogin(each, Date.now).catch(() => false);
    if (!isEnded)
      printError(stripControls(`${each.issuer} did not revoke the tokens. They stay valid until they expire.`));
  }
}

function nobodyToLogOut(server: string, principal: string | undefined, others: readonly Login[]): AppError {
  const who = principal === undefined ? 'No one is' : `The principal '${principal.slice(0, 100)}' is not`;
  const names = new Set(others.flatMap((login) => shownOf(login.principal) ?? []));
  const hint = names.size === 0 ? '' : ` Use --principal to end the logins of ${[...names].slice(0, 20).join(', ')}.`;
  return new AppError(stripControls(`${who} logged in to '${server.slice(0, 100)}' here.${hint}`), 1);
}

function shownOf(principal: string | undefined): string | undefined {
  return principal === undefined ? undefined : displayPrincipal(principal);
}

function announce(
  { server, url, principal }: LoginKey,
  { issuer, url: address }: { readonly issuer: string; readonly url: string },
  issuerBefore: string | undefined,
): void {
  if (issuerBefore !== undefined && issuerBefore !== issuer)
    print(
      stripControls(
        `'${server}' had tokens from ${issuerBefore}, but now specifies another issuer. The old login has ended.`,
      ),
    );
  if (principal !== undefined)
    print(
      stripControls(
        `This login is for the principal '${displayPrincipal(principal)}', who will use the account that logs in. Ask that person to open the address, and to send you the address that the browser is redirected to.`,
      ),
    );
  print(stripControls(`To log in to '${server}' (${new URL(url).host}) at ${issuer}, open this address in a browser:`));
  print('');
  print(address);
  print('');
  print(
    'The browser is then redirected to this machine. If that does not work, for example over ssh, copy the address that the browser was redirected to and paste it here.',
  );
}

async function keep(store: LoginFile, key: LoginKey, made: Login): Promise<void> {
  await store.alone(key, async () => {
    // A server has only one login, so a token from another issuer is removed.
    await store.remove(key);
    await store.save(made);
  });
  print(
    stripControls(
      `'${key.server}': ${loginLine(describeLogin(made, Date.now()))}. Running servers pick up the login automatically.`,
    ),
  );
}

/** Sends the secret only to the issuer specified by the variables, not to an issuer specified by the server. */
function agreedIssuer(flag: string | undefined, variable: string | undefined): string | undefined {
  if (flag !== undefined && !URL.canParse(flag))
    throw new AppError(`--issuer must be a URL, not '${flag.slice(0, 100)}'.`);
  if (flag !== undefined && variable !== undefined && new URL(flag).href !== new URL(variable).href)
    throw new AppError(`--issuer does not match the issuer in the environment variables, ${variable}.`);
  return variable ?? flag;
}

function knownClient(flags: LoginFlags, known: ReturnType<typeof readClientVariables>['known']) {
  const metadataUrl = flags.clientIdUrl ?? known.metadataUrl;
  // The secret in the variables belongs to the client id in the variables.
  if (flags.clientId === undefined || flags.clientId === known.id) return { ...known, metadataUrl };
  return { id: flags.clientId, metadataUrl };
}

function readPort(text: string | undefined): number {
  const port = Number(text ?? '0');
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new AppError(`--callback-port must be a number from 1 to 65535, or 0 for any, not '${text?.slice(0, 40)}'.`);
}

function readTimeout(text: string | undefined): number {
  const seconds = Number(text ?? '300');
  if (seconds >= 1 && seconds <= 86_400) return seconds * 1_000;
  throw new AppError(`--timeout must be a number of seconds from 1 to 86400, not '${text?.slice(0, 40)}'.`);
}
