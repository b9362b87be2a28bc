import { AppError, confirm, type Terminal } from '@modegate/cli-kit';
import { exitCodes } from '../../exit-codes.ts';

/**
 * Asks for permission to start the given number of servers. Returns only if permission is granted.
 *
 * @throws {AppError} exit code 2 without a terminal, 4 unless the user answers yes.
 */
export async function confirmStart(
  count: number,
  { isConfirmed, terminal }: { readonly isConfirmed: boolean; readonly terminal: Terminal },
): Promise<void> {
  if (count === 0 || isConfirmed) return;
  const what = count === 1 ? 'this server' : `these ${count} servers`;
  if (!terminal.isAttended)
    throw new AppError(
      `--live asks before it starts ${what}, but it is not running in a terminal. Add --yes to start only the servers that you have trusted with 'modes-server trust', or --yes --trust-project to start all of them.`,
    );
  if (await confirm(terminal, `Start ${what}?`)) return;
  throw new AppError('No servers were started, so their tools are not known.', exitCodes.unevaluated);
}
