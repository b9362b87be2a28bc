import type { ServerResponse } from 'node:http';
import type { AuditEntry, UiEvent } from '../wire.ts';

/** Open answers that report what happens, one JSON object a line. */
export interface EventStreams {
  /** True if one more may be opened. */
  readonly hasRoom: (owner: string | undefined) => boolean;
  /** Opens a stream that begins with the last lines of the audit log; an owner gets only its own lines. */
  readonly open: (response: ServerResponse, owner: string | undefined) => void;
  readonly send: (event: UiEvent) => void;
  readonly close: () => void;
}

/** Of one owner, and of all. */
const maxStreams = { own: 16, all: 256 };
const maxUnsentBytes = 1024 * 1024;
const beatMs = 15_000;
/** The stored lines are those of all owners. */
const maxEntries = { kept: 5_000, sent: 200 };

/** Begins with no stream. */
export function createEventStreams(): EventStreams {
  const streams = new Map<ServerResponse, string | undefined>();
  let entries: readonly AuditEntry[] = [];
  const write = (stream: ServerResponse, line: string) => {
    // A page that does not read is let go; it comes back and asks for everything.
    if (stream.writableLength > maxUnsentBytes) stream.destroy();
    else stream.write(line);
  };
  // An empty line now and then, so that no proxy closes the connection as idle.
  const beat = setInterval(() => {
    for (const stream of streams.keys()) write(stream, '\n');
  }, beatMs);
  beat.unref();
  return {
    hasRoom: (owner) =>
      streams.size < maxStreams.all && [...streams.values()].filter((one) => one === owner).length < maxStreams.own,
    open(response, owner) {
      streams.set(response, owner);
      response.on('close', () => streams.delete(response));
      response.on('error', () => streams.delete(response));
      const own = entriesOf(entries, owner).slice(-maxEntries.sent);
      write(response, toLine({ type: 'audit', entries: own }));
    },
    send(event) {
      if (event.type === 'audit') entries = [...entries, ...event.entries].slice(-maxEntries.kept);
      for (const [stream, owner] of streams) {
        const own = event.type === 'audit' ? { ...event, entries: entriesOf(event.entries, owner) } : event;
        if (own.type !== 'audit' || own.entries.length > 0) write(stream, toLine(own));
      }
    },
    close() {
      clearInterval(beat);
      for (const stream of streams.keys()) stream.end();
    },
  };
}

/** The person at this machine has the log anyway. */
function entriesOf(entries: readonly AuditEntry[], owner: string | undefined): readonly AuditEntry[] {
  return owner === undefined ? entries : entries.filter(({ principal }) => principal === owner);
}

function toLine(event: UiEvent): string {
  return `${JSON.stringify(event)}\n`;
}
