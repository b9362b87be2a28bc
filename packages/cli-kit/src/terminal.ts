/** Where a person can be asked. */
export interface Terminal {
  /** Whether a person is there to read the question and to answer. */
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

/** Asks a question that is answered with yes or no; anything but yes is no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  terminal.write(`${question} [y/N] `);
  return ['y', 'yes'].includes((await terminal.readLine()).trim().toLowerCase());
}
