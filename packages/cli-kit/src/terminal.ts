/** A terminal on which a person can be asked. */
export interface Terminal {
  /** True if a person is present to read the question and to answer. */
  readonly isAttended: boolean;
  readonly write: (text: string) => void;
  /** Reads the next line; empty if there is none. */
  readonly readLine: () => Promise<string>;
}

/** stdin and stderr of this process: stdout is reserved for the command's answer. */
export const processTerminal: Terminal = {
  get isAttended() {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
  },
  write: (text) => void process.stderr.write(text),
  readLine: async () => {
    const { createInterface } = await import('node:readline');
    return new Promise((resolve) => {
      // Not in terminal mode, so that Ctrl-C ends the program as usual and the end of input counts as an answer.
      const lines = createInterface({ input: process.stdin, terminal: false });
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('close', () => resolve(''));
    });
  },
};

/** Asks a yes-or-no question; anything except yes counts as no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  terminal.write(`${question} [y/N] `);
  return ['y', 'yes'].includes((await terminal.readLine()).trim().toLowerCase());
}
