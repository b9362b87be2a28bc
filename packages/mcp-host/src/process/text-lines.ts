/** Cuts a byte stream into lines of text for people; what is longer than the limit is cut off. */
export interface TextLines {
  push(chunk: Buffer): void;
  /** Tells what follows the last line end. */
  end(): void;
}

const LINE_FEED = 0x0a;

/** Creates a reader of lines of which at most `maxLineBytes` each are held and told; empty lines are left out. */
export function createTextLines(maxLineBytes: number, onLine: (line: string) => void): TextLines {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const hold = (part: Buffer): void => {
    const taken = part.subarray(0, maxLineBytes - heldBytes);
    if (taken.length === 0) return;
    held.push(taken);
    heldBytes += taken.length;
  };
  const tell = (): void => {
    const line = Buffer.concat(held).toString('utf8').trimEnd();
    [held, heldBytes] = [[], 0];
    if (line !== '') onLine(line);
  };
  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        hold(chunk.subarray(start, end));
        tell();
        start = end + 1;
      }
      hold(chunk.subarray(start));
    },
    end: tell,
  };
}
