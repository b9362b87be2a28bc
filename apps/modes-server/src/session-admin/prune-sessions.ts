import { confirm, print, printError, processTerminal, stripControls, type Terminal } from '@modegate/cli-kit';
import { type SessionHead, taskEndStates } from '@modegate/session-store';
import { readTimeFlag } from '../audit-report/read-time.ts';
import { isoTime } from '../sessions/describe-task.ts';
import type { Settings } from '../settings/settings.ts';
import { type DurableSessions, withDurableSessions } from './open-durable-sessions.ts';
import { paginateSessions } from './paginate-sessions.ts';

/** Flags for `modes-server sessions prune`. */
export interface PruneFlags {
  readonly endedBefore?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * Removes expired sessions and, with `--ended-before`, sessions whose tasks ended before a given time. Asks for
 * confirmation only if there is a terminal.
 *
 * @returns The exit code: 1 if the answer was no.
 */
export async function pruneSessions(
  settings: Settings,
  flags: PruneFlags,
  terminal: Terminal = processTerminal,
): Promise<number> {
  const endedBeforeMs =
    flags.endedBefore === undefined ? undefined : readTimeFlag('--ended-before', flags.endedBefore, Date.now());
  return withDurableSessions(settings, 'read', async (durable) => {
    if (flags.dryRun === true) return printCandidates(durable, endedBeforeMs);
    if (terminal.isAttended && flags.yes !== true) {
      const { expired, ended } = await count(durable, endedBeforeMs);
      const question = `Remove ${expired} expired sessions and ${ended} ended tasks from ${durable.place}?`;
      if (expired + ended > 0 && !(await confirm(terminal, question))) {
        printError('Nothing was removed.');
        return 1;
      }
    }
    return remove(durable, endedBeforeMs);
  });
}

async function printCandidates(durable: DurableSessions, endedBeforeMs: number | undefined): Promise<number> {
  let [expired, ended] = [0, 0];
  for await (const head of expiredOnes(durable)) {
    print(
      `${head.id}  expired ${head.expiresAt === null ? '' : isoTime(head.expiresAt)}  ${stripControls(head.task.mode)}`,
    );
    expired++;
  }
  for await (const head of endedOnes(durable, endedBeforeMs)) {
    print(`${head.id}  ${head.task.state} ${isoTime(head.task.completedAt ?? 0)}  ${stripControls(head.task.mode)}`);
    ended++;
  }
  printError(`Would remove ${expired} expired sessions and ${ended} ended tasks from ${durable.place}.`);
  return 0;
}

async function count(durable: DurableSessions, endedBeforeMs: number | undefined) {
  let [expired, ended] = [0, 0];
  for await (const _ of expiredOnes(durable)) expired++;
  for await (const _ of endedOnes(durable, endedBeforeMs)) ended++;
  return { expired, ended };
}

async function remove(durable: DurableSessions, endedBeforeMs: number | undefined): Promise<number> {
  const { expired } = await durable.sessions.sweep();
  let ended = 0;
  // A task that has ended cannot be resumed, so it cannot have changed since it was read.
  for await (const { id } of endedOnes(durable, endedBeforeMs)) if (await durable.sessions.destroy(id)) ended++;
  printError(`Removed ${expired} expired sessions and ${ended} ended tasks from ${durable.place}.`);
  return 0;
}

function expiredOnes({ sessions }: DurableSessions): AsyncGenerator<SessionHead> {
  return paginateSessions(sessions, { expired: true });
}

async function* endedOnes({ sessions }: DurableSessions, beforeMs: number | undefined): AsyncGenerator<SessionHead> {
  if (beforeMs === undefined) return;
  for (const state of taskEndStates)
    for await (const head of paginateSessions(sessions, { state }))
      if ((head.task.completedAt ?? Number.POSITIVE_INFINITY) < beforeMs) yield head;
}
