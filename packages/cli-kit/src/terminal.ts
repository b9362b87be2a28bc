/** A terminal for questions to a person. */
export interface Terminal {
  /** True if a person can read the question and answer. */
  readonly isAttended: boolean;
  readonly write: (text: string) => void;
  /** Reads the next line; empty at the end of the input. */
  readonly readLine: () => Promise<string>;
}

/** stdin and stderr of this process; stdout is for the output of the command. */
export const processTerminal: Terminal = {
  get isAttended() {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
  },
  write: (text) => void process.stderr.write(text),
  readLine: async () => {
    const { createInterface } = await import('node:readline');
    return new Promise((resolve) => {
      // Not in terminal mode: Ctrl-C ends the program as usual, and the end of the input is an answer.
      const lines = createInterface({ input: process.stdin, terminal: false });
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('close', () => resolve(''));
    });
  },
};

/** Asks a yes-or-no question; anything but yes is no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  terminal.write(`${question} [y/N] `);
  return ['y', 'yes'].includes((await terminal.readLine()).trim().toLowerCase());
}
