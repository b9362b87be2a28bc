import {
  beginAuthorization,
  createGuardedFetch,
  endLogin,
  type Login,
  type LoginKey,
  loginAddress,
} from '@modegate/mcp-host/oauth';
import { AppError, print, printable, remark } from '@modegate/program-shell';
import { openCallbackServer } from '../logins/callback-server.ts';
import { readClientVariables } from '../logins/client-variables.ts';
import { describeLogin, loginLine } from '../logins/describe-login.ts';
import { findRemoteServer } from '../logins/find-server.ts';
import { type LoginFile, openLoginFile } from '../logins/login-file.ts';
import { openBrowser } from '../logins/open-browser.ts';
import { waitForLogin } from '../logins/wait-for-answer.ts';
import { loginsFile } from '../settings/gateway-settings.ts';
import type { Settings } from '../settings/settings.ts';

/** Flags of `modes-server login`. */
export interface LoginFlags {
  readonly scope?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly clientIdUrl?: string;
  readonly callbackPort?: string;
  readonly timeout?: string;
  readonly open?: boolean;
}

/**
 * Logs in to a remote server: prints the address for a browser, waits for its answer, and keeps the tokens.
 *
 * @throws {AppError} exit code 2 for a server that one cannot log in to, 1 when no answer comes; HostError `LOGIN_FAILED` says what was wrong.
 */
export async function login(settings: Settings, name: string, flags: LoginFlags): Promise<void> {
  const [port, timeoutMs] = [readPort(flags.callbackPort), readTimeout(flags.timeout)];
  const { url } = await findRemoteServer(settings, name);
  const key: LoginKey = { server: name, url: loginAddress(url) };
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
    announce(name, url, authorization);
    if (flags.open === true) openBrowser(authorization.url);
    await keep(store, key, await waitForLogin({ authorization, callback, timeoutMs }));
  } finally {
    await callback.close();
  }
}

/** Takes the logins to a server away, and asks their issuers to end the tokens. */
export async function logout(settings: Settings, name: string): Promise<void> {
  const store = openLoginFile(loginsFile(settings.gateway));
  const own = (await store.all()).filter(({ server }) => server === name);
  if (own.length === 0) throw new AppError(printable(`Nobody is logged in to '${name.slice(0, 100)}' here.`), 1);
  for (const each of own) await store.alone(each, () => store.remove(each));
  print(printable(`Logged out of '${name}': its tokens are gone from this machine.`));
  for (const each of own) {
    const isEnded = await endLogin(each, Date.now).catch(() => false);
    if (!isEnded) remark(printable(`${each.issuer} did not revoke the tokens; they expire by themselves.`));
  }
}

function announce(
  name: string,
  url: string,
  { issuer, url: address }: { readonly issuer: string; readonly url: string },
): void {
  print(printable(`To log in to '${name}' (${new URL(url).host}) at ${issuer}, open this address in a browser:`));
  print('');
  print(address);
  print('');
  print(
    'The browser then returns to this machine. If it cannot, for example over ssh, paste the address that it was sent to here.',
  );
}

async function keep(store: LoginFile, key: LoginKey, made: Login): Promise<void> {
  await store.alone(key, async () => {
    // One login a server: what another issuer gave is not looked at any more.
    await store.remove(key);
    await store.save(made);
  });
  print(
    printable(
      `'${key.server}': ${loginLine(describeLogin(made, Date.now()))}. Running servers pick it up by themselves.`,
    ),
  );
}

/** A secret is shown to the issuer that the variables name, whatever the server says. */
function agreedIssuer(flag: string | undefined, variable: string | undefined): string | undefined {
  if (flag !== undefined && !URL.canParse(flag))
    throw new AppError(`--issuer has to be a URL, not '${flag.slice(0, 100)}'.`, 2);
  if (flag !== undefined && variable !== undefined && new URL(flag).href !== new URL(variable).href)
    throw new AppError(`--issuer is not the issuer of the variables, ${variable}.`, 2);
  return variable ?? flag;
}

function knownClient(flags: LoginFlags, known: ReturnType<typeof readClientVariables>['known']) {
  const metadataUrl = flags.clientIdUrl ?? known.metadataUrl;
  // The secret of the variables belongs to their id.
  if (flags.clientId === undefined || flags.clientId === known.id) return { ...known, metadataUrl };
  return { id: flags.clientId, metadataUrl };
}

function readPort(text: string | undefined): number {
  const port = Number(text ?? '0');
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new AppError(`--callback-port is a number from 1 to 65535, or 0 for any, not '${text?.slice(0, 40)}'.`, 2);
}

function readTimeout(text: string | undefined): number {
  const seconds = Number(text ?? '300');
  if (seconds >= 1 && seconds <= 86_400) return seconds * 1_000;
  throw new AppError(`--timeout is a number of seconds from 1 to 86400, not '${text?.slice(0, 40)}'.`, 2);
}
