import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, expandPath, printError } from '@modegate/cli-kit';
import type { SessionLimits, Store } from '@modegate/session-store';
import type { Settings } from '../settings/settings.ts';
import { type ArchivedSession, readArchive } from './archive.ts';
import { type DurableSessions, withDurableSessions } from './open-durable-sessions.ts';
import { pageSize } from './paginate-sessions.ts';
import { type Restoration, restoreSession } from './restore-session.ts';

/** Flags for `modes-server sessions import`. */
export interface ImportFlags {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Imports exported sessions into the store; `-` stands for stdin. Checks every line before writing the first session.
 *
 * @throws {AppError} exit code 1 if a line is invalid, a session exists and must not be replaced, or the store is too
 * full.
 */
export async function importSessions(settings: Settings, source: string, flags: ImportFlags): Promise<void> {
  await withArchive(source, async (archive) => {
    // Checked before the store is created, in case the file is unusable.
    await checkSizes(archive, settings.sessionCapacity);
    await withDurableSessions(settings, 'write', (durable) => importArchive(durable, archive, flags));
  });
}

interface Archive {
  /** Name used in messages. */
  readonly name: string;
  read(): AsyncGenerator<ArchivedSession>;
}

/** stdin is copied to a file, because an archive is read twice. */
async function withArchive(source: string, run: (archive: Archive) => Promise<void>): Promise<void> {
  if (source !== '-') return run(openArchive(expandPath(source), source));
  const folder = await mkdtemp(join(tmpdir(), 'modes-server-import-'));
  try {
    const file = join(folder, 'stdin.jsonl');
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }));
    await run(openArchive(file, 'stdin'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openArchive(file: string, name: string): Archive {
  return {
    name,
    async *read() {
      try {
        yield* readArchive(file, name);
      } catch (cause) {
        if (!(cause instanceof Error) || !('code' in cause) || !('errno' in cause)) throw cause;
        throw new AppError(`${name} could not be read: ${cause.message}. Nothing was imported.`, 1, cause);
      }
    },
  };
}

type ImportCapacity = Pick<SessionLimits, 'sessions' | 'endedSessions'>;

async function checkSizes(archive: Archive, room: ImportCapacity): Promise<void> {
  const counts = { open: new Map<string | undefined, number>(), ended: new Map<string | undefined, number>() };
  for await (const { session } of archive.read()) {
    const count = session.task.completedAt === undefined ? counts.open : counts.ended;
    count.set(session.owner, (count.get(session.owner) ?? 0) + 1);
  }
  const most = (count: ReadonlyMap<unknown, number>) => Math.max(0, ...count.values());
  const [open, ended] = [most(counts.open), most(counts.ended)];
  refuseTooMany(archive, { count: open, most: room.sessions, what: 'open tasks', flag: '--max-tasks' });
  refuseTooMany(archive, { count: ended, most: room.endedSessions, what: 'ended tasks', flag: '--max-ended-tasks' });
}

interface Size {
  readonly count: number;
  readonly most: number;
  readonly what: string;
  readonly flag: string;
}

function refuseTooMany({ name }: Archive, { count, most, what, flag }: Size): void {
  if (count <= most) return;
  throw new AppError(
    `${name} has ${count} ${what} that belong to one principal, but ${flag} allows only ${most}. Nothing was imported. Increase the limit and import again.`,
    1,
  );
}

async function importArchive({ store, limits, place }: DurableSessions, archive: Archive, flags: ImportFlags) {
  const replace = flags.replace === true;
  const { total, known } = await findKnown(store, archive);
  if (known.length > 0 && !replace) {
    const [first] = known;
    throw new AppError(
      `${known.length} of the ${total} sessions of ${archive.name} are already in ${place}, the first on line ${first}. Nothing was imported. Use --replace to overwrite them with the sessions from the file.`,
      1,
    );
  }
  if (flags.dryRun === true) {
    return printError(
      `${archive.name} would add ${total - known.length} sessions to ${place} and replace ${known.length}.`,
    );
  }
  const restore = (session: ArchivedSession['session']) => restoreSession(store, session, { keep: limits, replace });
  const done = { added: 0, replaced: 0 };
  for await (const batch of inBatches(archive.read())) {
    // Sessions are restored in parallel, so that they share one write to disk.
    const outcomes = await Promise.all(
      batch.map(async ({ line, session }) => ({ line, outcome: await restore(session) })),
    );
    for (const { outcome } of outcomes) if (outcome === 'added' || outcome === 'replaced') done[outcome]++;
    const failed = outcomes.find(({ outcome }) => outcome !== 'added' && outcome !== 'replaced');
    if (failed !== undefined) throw notImported(archive, failed, { ...done, total });
  }
  printError(`Added ${done.added} sessions to ${place} and replaced ${done.replaced}.`);
}

async function findKnown(store: Store, archive: Archive) {
  const known: number[] = [];
  let total = 0;
  for await (const batch of inBatches(archive.read())) {
    const heads = await Promise.all(batch.map(async ({ session }) => store.head(session.id)));
    known.push(...batch.filter((_, index) => heads[index] !== undefined).map(({ line }) => line));
    total += batch.length;
  }
  return { total, known };
}

const reasons: Readonly<Record<Exclude<Restoration, 'added' | 'replaced'>, string>> = {
  taken: 'it was added to the store in the meantime',
  full: 'the store has no room for another open task (--max-tasks)',
  crowded: 'the store has no room for the tasks of another principal (--max-principals)',
  'no-room': 'the open tasks already use the maximum number of bytes (--max-session-bytes)',
};

function notImported(
  { name }: Archive,
  { line, outcome }: { readonly line: number; readonly outcome: Restoration },
  { added, replaced, total }: Readonly<Record<'added' | 'replaced' | 'total', number>>,
): AppError {
  const reason = reasons[outcome as keyof typeof reasons];
  return new AppError(
    `${name}:${line}: The session was not imported: ${reason}. ${added + replaced} of ${total} were imported. Fix the problem, then import again with --replace.`,
    1,
  );
}

async function* inBatches(sessions: AsyncIterable<ArchivedSession>): AsyncGenerator<readonly ArchivedSession[]> {
  let batch: ArchivedSession[] = [];
  for await (const session of sessions) {
    batch.push(session);
    if (batch.length < pageSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
