import { type AdoptPlan, backupFileName, planAdopt, planAdoptUndo } from '@modegate/server-config/clients';
import { applyFileChange, withPathLock } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import type { Command } from 'commander';
import { confineToFolder } from '../confine-to-folder.ts';
import { print, stripControls } from '../print.ts';
import { entryOf, printDiff, targetOf } from './install.ts';
import type { AdoptFlags, AdoptingServer, InstalledServer } from './installed-server.ts';
import { givenOptions } from './serving-arguments.ts';

/**
 * Moves a client's servers behind the gateway, or back with `--undo`: shows both changes and makes backups. Every
 * server is in at least one of the two files at all times, so that an interrupted run can be completed by the next run.
 *
 * @throws {AppError} exit code 2 if the gateway would not start with the options, or would not offer the servers.
 */
export async function adopt<Flags extends AdoptFlags>(
  flags: Flags,
  server: InstalledServer<Flags> & AdoptingServer<Flags>,
  program: Command,
): Promise<void> {
  await server.checkGateway(flags);
  const target = { ...targetOf(flags, server), stateDir: server.stateDir(flags), ownScripts: server.ownScripts };
  const makePlan = () =>
    flags.undo === true
      ? planAdoptUndo(target)
      : planAdopt({
          ...target,
          entry: entryOf(flags, server, program),
          serversArguments: (file) => server.serversArguments(flags, file),
          include: flags.include,
        });
  const plan = await makePlan();
  if (flags.undo !== true) refuseUnwritten(plan, givenOptions(program, server));
  const isWriting = flags.dryRun !== true && plan.changes.length > 0;
  const done = isWriting ? await writeLocked(plan.file, makePlan, target.projectRoot) : plan;
  if (!isWriting) for (const { diff } of plan.changes) printDiff(diff);
  explain(done, flags);
  if (flags.undo !== true) await server.review(flags, { plan: done, isAsking: flags.dryRun !== true });
}

/** Makes the plan again while the client's file is locked, so that concurrent changes by another run are preserved. */
function writeLocked(file: string, makePlan: () => Promise<AdoptPlan>, projectRoot: string): Promise<AdoptPlan> {
  return withPathLock(file, async () => {
    const plan = await makePlan();
    for (const { diff } of plan.changes) printDiff(diff);
    await write(plan, projectRoot);
    return plan;
  });
}

/** Rejects options that would be silently dropped because an existing entry is left unchanged. */
function refuseUnwritten({ own: [name] }: AdoptPlan, [option]: readonly string[]): void {
  if (name === undefined || option === undefined) return;
  throw new AppError(
    `${option} would have no effect: the entry '${stripControls(name)}' already exists and keeps its options. Omit the option, or change the entry with install first.`,
  );
}

/**
 * Writes the changes one by one: a server may be removed from the second file only once the first file, with that
 * server, is on disk.
 */
async function write({ changes, serversFile }: AdoptPlan, projectRoot: string): Promise<void> {
  for (const change of changes) {
    // Entries contain tokens, so the new file is private whatever the permissions of the original file were.
    const newFileMode = change.file === serversFile ? 0o600 : undefined;
    const options = { backupFileName, newFileMode, ...confineToFolder(projectRoot, change.file) };
    const { backupFile } = await applyFileChange(change, options);
    const backup = backupFile === undefined ? '' : ` The old content is in ${backupFile}.`;
    print(`${change.file}: ${change.after === undefined ? 'removed' : 'written'}.${backup}`);
  }
}

function explain({ changes, moved, left, serversFile }: AdoptPlan, { undo, dryRun }: AdoptFlags): void {
  if (changes.length > 0) print();
  const names = moved.map(stripControls).join(', ');
  const back = dryRun === true ? 'Would move back to the client' : 'Moved back to the client';
  if (changes.length === 0) print(undo === true ? `Nothing was moved: ${serversFile} is empty.` : 'Nothing to move.');
  else if (moved.length > 0) print(`${undo === true ? back : 'Behind the gateway'}: ${names}.`);
  for (const { name, reason } of left) print(`Left: ${stripControls(name)}. ${stripControls(reason)}`);
  if (dryRun === true) print('Nothing was written (--dry-run).');
  else if (changes.length > 0) print('The client applies the change the next time it loads this file.');
}
