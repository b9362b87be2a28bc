import type { ServerResponse } from 'node:http';
import type { AuditEntry, UiEvent } from '../wire.ts';

/** Open responses that report events, one JSON object per line. */
export type EventStreams = ReturnType<typeof createEventStreams>;

/** Maximum number of streams per owner and in total. */
const maxStreams = { own: 16, all: 256 };
const maxUnsentBytes = 1024 * 1024;
const beatMs = 15_000;
/** The limit on stored lines applies to all owners together. */
const maxEntries = { kept: 5_000, sent: 200 };

/** Creates the set of streams, which is empty at first. */
export function createEventStreams() {
  const streams = new Map<ServerResponse, string | undefined>();
  let entries: readonly AuditEntry[] = [];
  const write = (stream: ServerResponse, line: string) => {
    // A page that does not read its stream is disconnected; it reconnects and requests everything again.
    if (stream.writableLength > maxUnsentBytes) stream.destroy();
    else stream.write(line);
  };
  // Sends an empty line at intervals, so that no proxy closes the connection as idle.
  const beat = setInterval(() => {
    for (const stream of streams.keys()) write(stream, '\n');
  }, beatMs);
  beat.unref();
  return {
    /** True if one more stream may be opened. */
    hasRoom: (owner: string | undefined) =>
      streams.size < maxStreams.all && [...streams.values()].filter((one) => one === owner).length < maxStreams.own,
    /** Opens a stream that begins with the last lines of the audit log; each owner gets only their own lines. */
    open(response: ServerResponse, owner: string | undefined) {
      streams.set(response, owner);
      response.on('close', () => streams.delete(response));
      response.on('error', () => streams.delete(response));
      const own = entriesOf(entries, owner).slice(-maxEntries.sent);
      write(response, toLine({ type: 'audit', entries: own }));
    },
    send(event: UiEvent) {
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

/** The person using this machine can read the log anyway. */
function entriesOf(entries: readonly AuditEntry[], owner: string | undefined): readonly AuditEntry[] {
  return owner === undefined ? entries : entries.filter(({ principal }) => principal === owner);
}

function toLine(event: UiEvent): string {
  return `${JSON.stringify(event)}\n`;
}
