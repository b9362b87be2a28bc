import { AppError } from '@modegate/program-shell';
import { exitCodes } from '../../exit-codes.ts';

/** Where somebody can be asked. */
export interface Terminal {
  /** Whether somebody is there to read the question and to answer. */
  readonly isAttended: boolean;
  readonly write: (text: string) => void;
  /** The next line; empty when there is none. */
  readonly readLine: () => Promise<string>;
}

/** stdin and stderr of this process: stdout belongs to the answer of the command. */
export const processTerminal: Terminal = {
  get isAttended() {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
  },
  write: (text) => void process.stderr.write(text),
  readLine: async () => {
    const { createInterface } = await import('node:readline');
    return new Promise((resolve) => {
      // Not as a terminal of its own: Ctrl-C ends the program as always, and the end of the input is an answer.
      const lines = createInterface({ input: process.stdin, terminal: false });
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('close', () => resolve(''));
    });
  },
};

/**
 * Asks whether so many servers may be started. Returns when they may.
 *
 * @throws {AppError} exit code 2 when nobody is there to be asked, 4 when the answer is anything but yes.
 */
export async function confirmStart(
  count: number,
  { isConfirmed, terminal }: { readonly isConfirmed: boolean; readonly terminal: Terminal },
): Promise<void> {
  if (count === 0 || isConfirmed) return;
  const what = count === 1 ? 'this server' : `these ${count} servers`;
  if (!terminal.isAttended)
    throw new AppError(`--live asks before it starts ${what}, and there is no terminal to ask on. Add --yes to agree.`);
  terminal.write(`Start ${what}? [y/N] `);
  const answer = (await terminal.readLine()).trim().toLowerCase();
  if (answer === 'y' || answer === 'yes') return;
  throw new AppError('No server was started, so what they offer is not known.', exitCodes.unevaluated);
}
