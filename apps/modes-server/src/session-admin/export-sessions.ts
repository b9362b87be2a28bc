import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { AppError, expandPath, printError } from '@modegate/cli-kit';
import type { Store } from '@modegate/session-store';
import { openOutput } from '../commands/output.ts';
import type { Settings } from '../settings/settings.ts';
import { endLine, headerLine, sessionLine } from './archive.ts';
import { withDurableSessions } from './open-durable-sessions.ts';
import { paginateStore } from './paginate-sessions.ts';

/**
 * Writes every session with its history as JSON Lines to stdout, or atomically to a file that only its owner can read.
 * Servers may keep running during the export: each session is written as a consistent snapshot.
 */
export async function exportSessions(settings: Settings, flags: { readonly output?: string }): Promise<void> {
  await withDurableSessions(settings, 'read', async ({ store, place }) => {
    const count =
      flags.output === undefined || flags.output === '-'
        ? await exportToStdout(store)
        : await exportToFile(store, expandPath(flags.output));
    printError(
      `${count} sessions from ${place}. Anyone who has a session's id can use that session, so keep this export private.`,
    );
  });
}

async function exportToStdout(store: Store): Promise<number> {
  const output = openOutput();
  let lines = 0;
  for await (const line of archiveLines(store)) {
    await output.write(line);
    if (output.signal.aborted) throw new AppError('The program that was reading the export stopped before the end.', 1);
    lines++;
  }
  return lines - 2;
}

async function exportToFile(store: Store, file: string): Promise<number> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    const count = await writeLines(archiveLines(store), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
    return count - 2;
  } catch (cause) {
    await rm(unfinished, { force: true });
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    throw new AppError(`${file} could not be written: ${cause.message}. No partial file was left behind.`, 1, cause);
  }
}

async function writeLines(lines: AsyncIterable<string>, stream: WriteStream): Promise<number> {
  let count = 0;
  await once(stream, 'open');
  for await (const line of lines) {
    if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    count++;
  }
  stream.end();
  await finished(stream);
  return count;
}

async function* archiveLines(store: Store): AsyncGenerator<string> {
  yield headerLine(new Date());
  let sessions = 0;
  for await (const { id } of paginateStore(store)) {
    const session = await store.get(id);
    // The session has been removed since it was listed.
    if (session === undefined) continue;
    sessions++;
    yield sessionLine(session);
  }
  yield endLine(sessions);
}
