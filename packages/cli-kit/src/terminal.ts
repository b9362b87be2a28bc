/** A terminal on which a user can be asked questions. */
export interface Terminal {
  /** True if a user is present to read the question and answer it. */
  readonly isAttended: boolean;
  readonly write: (text: string) => void;
  /** Reads the next line; resolves with an empty string if there is none. */
  readonly readLine: () => Promise<string>;
}

/** stdin and stderr of this process; stdout is reserved for the command's output. */
export const processTerminal: Terminal = {
  get isAttended() {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
  },
  write: (text) => void process.stderr.write(text),
  readLine: async () => {
    const { createInterface } = await import('node:readline');
    return new Promise((resolve) => {
      // Terminal mode is not used, so that Ctrl-C ends the program as usual and the end of input is treated as an
      // answer.
      const lines = createInterface({ input: process.stdin, terminal: false });
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('close', () => resolve(''));
    });
  },
};

/** Asks a yes-or-no question; any answer except yes is treated as no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  terminal.write(`${question} [y/N] `);
  return ['y', 'yes'].includes((await terminal.readLine()).trim().toLowerCase());
}
