import { createInterface } from 'node:readline';
import { AppError, printError } from '@modegate/cli-kit';
import type { Authorization, Login } from '@modegate/mcp-host/oauth';
import type { CallbackServer } from './callback-server.ts';

export interface LoginWaitOptions {
  readonly authorization: Authorization;
  readonly callback: CallbackServer;
  readonly timeoutMs: number;
  /** Input for a pasted redirect address. Default stdin. */
  readonly input?: NodeJS.ReadableStream;
}

/**
 * Waits for the browser's redirect, or for the user to paste the redirect address, as is usual over ssh. Ignores
 * redirects from any other authorization.
 *
 * @throws {AppError} exit code 1 if no redirect arrives in time; HostError `LOGIN_FAILED` if the login failed.
 */
export async function waitForLogin(options: LoginWaitOptions): Promise<Login> {
  const { authorization, callback, timeoutMs, input = process.stdin } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Login>();
  const take = (answer: URLSearchParams): Promise<boolean> | undefined => {
    if (!authorization.isOwn(answer)) return undefined;
    // An authorization code can be exchanged only once.
    callback.listen(() => undefined);
    lines.close();
    const completing = authorization.complete(answer);
    completing.then(resolve, reject);
    return completing.then(
      () => true,
      () => false,
    );
  };
  const lines = createInterface({ input, terminal: false });
  lines.on('line', (line) => {
    const text = line.trim().slice(0, MAX_LINE);
    if (text !== '' && takePasted(text, take) === undefined)
      printError(
        "This is not the address that the browser was redirected to after this login. The correct address begins with 'http://127.0.0.1:'.",
      );
  });
  callback.listen(take);
  const timer = setTimeout(
    () => reject(new AppError(`No login within ${timeoutMs / 1_000} s; use --timeout to wait longer.`, 1)),
    timeoutMs,
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    lines.close();
    await callback.close();
  }
}

const MAX_LINE = 20_000;

function takePasted<Taken>(text: string, take: (answer: URLSearchParams) => Taken): Taken | undefined {
  return URL.canParse(text) ? take(new URL(text).searchParams) : undefined;
}
