import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

// A line with arguments can be as long as an escaped message; a longer line cannot come from this program.
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A line from a file; undefined if it is longer than any line in a log. */
export type RawLine = string | undefined;

/** Options for splitting data into lines. */
export interface LineOptions {
  /** Longer lines are returned as undefined. Default 64 MiB. */
  readonly maxBytes?: number;
  /** True to include empty lines, so that lines can be counted. Default false. */
  readonly keepsEmpty?: boolean;
}

/**
 * Yields the lines of a file in bounded memory, decompressing it if its name ends in `.gz`. Includes a last line
 * without a line end.
 */
export async function* readFileLines(file: string, options: LineOptions = {}): AsyncGenerator<RawLine> {
  const stream = createReadStream(file, { highWaterMark: 1024 * 1024 });
  if (!file.endsWith('.gz')) return yield* splitLines(stream, options);
  const unpacked = createGunzip();
  stream.on('error', (error) => unpacked.destroy(error));
  yield* splitLines(stream.pipe(unpacked), options);
}

/** Yields the lines of a byte stream. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, options: LineOptions = {}): AsyncGenerator<RawLine> {
  const splitter = createLineSplitter(options);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

/** Creates a splitter that assembles lines from chunks and stores one unfinished line. */
export function createLineSplitter(options: LineOptions = {}) {
  const { maxBytes = MAX_LINE_BYTES, keepsEmpty = false } = options;
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
    /** Returns the lines that are completed by a chunk. */
    *push(chunk: Buffer): Generator<RawLine> {
      let start = 0;
      for (let stop = chunk.indexOf(10); stop !== -1; stop = chunk.indexOf(10, start)) {
        add(chunk.subarray(start, stop));
        if (size === 0 && keepsEmpty) yield '';
        yield* end();
        start = stop + 1;
      }
      // The chunk is copied, because the stream may reuse its buffer.
      if (start < chunk.length) add(Buffer.from(chunk.subarray(start)));
    },
    /** Returns the remaining data as a line. */
    end,
  };
}
