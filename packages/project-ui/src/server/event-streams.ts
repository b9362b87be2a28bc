import type { ServerResponse } from 'node:http';
import type { AuditEntry, UiEvent } from '../wire.ts';

/** Open answers that report what happens, one JSON object a line. */
export interface EventStreams {
  /** Tells from now on, beginning with the last lines of the audit log; false where there are too many. */
  readonly open: (response: ServerResponse) => boolean;
  readonly send: (event: UiEvent) => void;
  readonly close: () => void;
}

const maxStreams = 16;
const maxUnsentBytes = 1024 * 1024;
const beatMs = 15_000;
const maxEntries = 200;

/** Begins with no stream. */
export function createEventStreams(): EventStreams {
  const streams = new Set<ServerResponse>();
  let entries: readonly AuditEntry[] = [];
  const write = (stream: ServerResponse, line: string) => {
    // A page that does not read is let go; it comes back and asks for everything.
    if (stream.writableLength > maxUnsentBytes) stream.destroy();
    else stream.write(line);
  };
  const writeAll = (line: string) => {
    for (const stream of streams) write(stream, line);
  };
  // An empty line now and then, so that nobody between thinks that the connection is dead.
  const beat = setInterval(() => writeAll('\n'), beatMs);
  beat.unref();
  return {
    open(response) {
      if (streams.size >= maxStreams) return false;
      streams.add(response);
      response.on('close', () => streams.delete(response));
      response.on('error', () => streams.delete(response));
      write(response, toLine({ type: 'audit', entries }));
      return true;
    },
    send(event) {
      if (event.type === 'audit') entries = [...entries, ...event.entries].slice(-maxEntries);
      writeAll(toLine(event));
    },
    close() {
      clearInterval(beat);
      for (const stream of streams) stream.end();
    },
  };
}

function toLine(event: UiEvent): string {
  return `${JSON.stringify(event)}\n`;
}
