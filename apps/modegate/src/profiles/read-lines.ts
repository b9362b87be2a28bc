/** A line of a stream. */
export interface NumberedLine {
  /** Number of the line, starting at 1. */
  readonly number: number;
  /** The line without its line break; undefined if it is too long to store. */
  readonly text: string | undefined;
}

/** Maximum length of a line in bytes. */
const maxLineBytes = 4 * 1024 * 1024;

/** Reads a stream line by line, keeping only one line and one chunk in memory. */
export async function* readLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<NumberedLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const endLine = (): NumberedLine => {
    const text = length > maxLineBytes ? undefined : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    parts = [];
    length = 0;
    number += 1;
    return { number, text };
  };
  const keep = (part: Buffer) => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  for await (const given of input) {
    let chunk = typeof given === 'string' ? Buffer.from(given) : given;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10)) {
      keep(chunk.subarray(0, end));
      yield endLine();
      chunk = chunk.subarray(end + 1);
    }
    keep(chunk);
  }
  if (length > 0) yield endLine();
}
