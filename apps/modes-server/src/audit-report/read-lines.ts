import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

// A line with arguments is as long as a message may be, and escaped; what is longer is none of ours.
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A line of a file, or undefined for one that is longer than any line of a log. */
export type RawLine = string | undefined;

/** The lines of one file, unpacked if its name ends in `.gz`, in bounded memory. A last line without an end is given too. */
export async function* readFileLines(file: string): AsyncGenerator<RawLine> {
  const stream = createReadStream(file, { highWaterMark: 1024 * 1024 });
  if (!file.endsWith('.gz')) return yield* splitLines(stream);
  const unpacked = createGunzip();
  stream.on('error', (error) => unpacked.destroy(error));
  yield* splitLines(stream.pipe(unpacked));
}

/** The lines in a stream of bytes; empty ones are left out. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, maxBytes = MAX_LINE_BYTES): AsyncGenerator<RawLine> {
  const splitter = createLineSplitter(maxBytes);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

/** Puts lines together from pieces. */
export interface LineSplitter {
  /** The lines that a piece ends. */
  push(chunk: Buffer): Generator<RawLine>;
  /** What is left as a line. */
  end(): Generator<RawLine>;
}

/** Creates a splitter that holds one unfinished line of at most so many bytes. */
export function createLineSplitter(maxBytes = MAX_LINE_BYTES): LineSplitter {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size > maxBytes) parts = [];
    else parts.push(part);
  };
  function* end(): Generator<RawLine> {
    if (size > maxBytes) yield undefined;
    else if (size > 0) yield Buffer.concat(parts).toString('utf8');
    parts = [];
    size = 0;
  }
  return {
    *push(chunk) {
      let start = 0;
      for (let stop = chunk.indexOf(10); stop !== -1; stop = chunk.indexOf(10, start)) {
        add(chunk.subarray(start, stop));
        yield* end();
        start = stop + 1;
      }
      // A copy: the stream may use its buffer again.
      if (start < chunk.length) add(Buffer.from(chunk.subarray(start)));
    },
    end,
  };
}
