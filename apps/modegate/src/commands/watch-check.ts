import { AppError, printError, printText } from '@modegate/cli-kit';
import { escapeControls } from '@modegate/policy-check/reporters';
import { exitCodes } from '../exit-codes.ts';
import { isKnownError } from '../known-errors.ts';
import { repeatSoon } from '../watch/repeat-soon.ts';
import { watchFiles } from '../watch/watched-files.ts';
import { type CheckFlags, listProjects, runCheck } from './check.ts';

/** Exit code, as in a shell, when Ctrl-C is pressed before the first check ends. */
const interrupted = 130;

/**
 * Checks once, and again after each change to a policy, server, rule or settings file, until Ctrl-C is pressed or the
 * output is closed; then returns the exit code of the last check. Reports a failed check and waits for the next change.
 *
 * @throws {AppError} exit code 2 if there was nothing to watch at the start, or if an option cannot be repeated.
 */
export async function watchCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  refuseWhatDoesNotRepeat(paths, flags);
  let code: number = interrupted;
  const stop = waitForStop();
  const check = repeatSoon(async () => {
    try {
      code = await checkOnce();
    } catch (error) {
      if (!isKnownError(error)) return stop.fail(error);
      code = error instanceof AppError ? error.exitCode : exitCodes.usage;
      printError(`modegate: ${error.message.split('\n').map(escapeControls).join('\n')}`);
    }
    printError(`[${new Date().toLocaleTimeString('en-GB')}] Watching for changes. Press Ctrl-C to stop.`);
  });
  const onError = (error: unknown) =>
    printError(`modegate: some changes may go unnoticed: ${escapeControls(String(error))}`);
  const watch = watchFiles({ onChange: check.touch, onError });
  const checkOnce = async () => {
    await watch.replace(await listProjects(paths, flags));
    if (process.stdout.isTTY) printText(clearScreen);
    return runCheck(paths, flags);
  };
  try {
    await watch.replace(await listProjects(paths, flags));
    check.touch();
    await stop.stopped;
  } finally {
    check.end();
    stop.forget();
    await watch.close();
  }
  return code;
}

/** Earlier output remains in the scrollback. */
const clearScreen = '\u001b[2J\u001b[H';

function refuseWhatDoesNotRepeat(paths: readonly string[], flags: CheckFlags): void {
  const flag = paths.includes('-')
    ? 'the path `-`'
    : (['stdinFilename', 'writeBaseline', 'live'] as const).map((name) => flags[name] && flagNames[name]).find(Boolean);
  if (flag === undefined) return;
  throw new AppError(`--watch and ${flag} cannot be used together. Remove one of them.`);
}

const flagNames = { stdinFilename: '--stdin-filename', writeBaseline: '--write-baseline', live: '--live' } as const;

/** Keeps the process running until the signal arrives, even while there is nothing to watch. */
function waitForStop() {
  const { promise: stopped, resolve, reject } = Promise.withResolvers<void>();
  const alive = setInterval(() => undefined, 2 ** 30);
  const stop = () => resolve();
  process.once('SIGINT', stop);
  process.stdout.once('error', stop);
  return {
    stopped,
    fail: reject,
    forget() {
      clearInterval(alive);
      process.off('SIGINT', stop);
      process.stdout.off('error', stop);
    },
  };
}
