import { createInterface } from 'node:readline';
import { AppError, printError } from '@modegate/cli-kit';
import type { Authorization, Login } from '@modegate/mcp-host/oauth';
import type { CallbackServer } from './callback-server.ts';

export interface LoginWaitOptions {
  readonly authorization: Authorization;
  readonly callback: CallbackServer;
  readonly timeoutMs: number;
  /** Input for pasting the address to which the browser was sent. Default stdin. */
  readonly input?: NodeJS.ReadableStream;
}

/**
 * Waits until the browser brings the answer, or a person pastes the address to which it was sent, as over ssh. Ignores
 * anything that does not answer this authorization.
 *
 * @throws {AppError} exit code 1 when no answer comes in time; HostError `LOGIN_FAILED` when the answer is not a login.
 */
export async function waitForLogin({
  authorization,
  callback,
  timeoutMs,
  input = process.stdin,
}: LoginWaitOptions): Promise<Login> {
  const { promise, resolve, reject } = Promise.withResolvers<Login>();
  const take = (answer: URLSearchParams): Promise<boolean> | undefined => {
    if (!authorization.isOwn(answer)) return undefined;
    // A code is valid for one exchange.
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
        "That is not the address that the browser was sent to after this login; it begins with 'http://127.0.0.1:'.",
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
