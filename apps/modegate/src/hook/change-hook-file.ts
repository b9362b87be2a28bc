import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { confineToFolder, print } from '@modegate/cli-kit';
import { backupFileName, type HookPlan } from '@modegate/server-config/clients';
import { applyFileChange, replaceTextFile, TextFileError, withPathLock } from '@modegate/text-files';
import { stateDir } from '../settings.ts';

/** Flags for the commands that change a hook's file. */
export interface ChangeFlags {
  readonly dryRun?: boolean;
}

/**
 * Shows a change to a hook's file, then applies it. Plans the change again under the file's lock, so that concurrent
 * changes by other runs survive. If this user may not write the file, prints the command to run and resolves with
 * false.
 */
export async function changeHookFile(
  makePlan: () => Promise<HookPlan>,
  root: string,
  { dryRun }: ChangeFlags,
): Promise<boolean> {
  const plan = await makePlan();
  const { file, diff } = plan;
  if (diff === '') {
    print(`${file}: nothing to change.`);
    return true;
  }
  if (dryRun === true) {
    print(`${diff.trimEnd()}\n`);
    print('Nothing was written (--dry-run).');
    return true;
  }
  try {
    await withPathLock(file, async () => write(await makePlan(), root));
    return true;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    print(`${diff.trimEnd()}\n`);
    print(`Only an administrator can write to ${file}. Run this:\n\n  ${await handOver(plan)}\n`);
    return false;
  }
}

async function write(plan: HookPlan, root: string): Promise<void> {
  const { file, diff, after, needsBackup, spentBackup } = plan;
  if (diff === '') return print(`${file}: nothing to change.`);
  const backups = { backupFileName: needsBackup ? backupFileName : undefined };
  const { backupFile } = await applyFileChange(plan, { ...backups, ...confineToFolder(root, file) });
  if (spentBackup !== undefined) await rm(spentBackup);
  const backup = backupFile === undefined ? '' : ` The old content is in ${backupFile}.`;
  print(`${diff.trimEnd()}\n`);
  print(`${file}: ${after === undefined ? 'removed' : 'written'}.${backup}`);
}

function isForbidden(error: unknown): boolean {
  if (!(error instanceof TextFileError) || error.code !== 'FILE_WRITE_FAILED') return false;
  const { reason } = error.data as { readonly reason: string };
  return ['EACCES', 'EPERM', 'EROFS'].includes(reason);
}

/**
 * Saves the new text in a location that this user may write to; returns the command line that moves the text into
 * place.
 */
async function handOver({ file, before, after, needsBackup, spentBackup }: HookPlan): Promise<string> {
  const backup = backupFileName(file, 1);
  const steps = [
    ...(before !== undefined && needsBackup ? [['cp', '-n', '-p', file, backup]] : []),
    ...(after === undefined ? [['rm', file]] : await prepare(file, after)),
    ...(spentBackup === undefined ? [] : [['rm', spentBackup]]),
  ];
  return steps.map((step) => ['sudo', ...step.map(quote)].join(' ')).join(' && ');
}

async function prepare(file: string, text: string): Promise<readonly (readonly string[])[]> {
  const prepared = join(stateDir(), 'hooks', `prepared-${basename(file)}`);
  await mkdir(dirname(prepared), { recursive: true, mode: 0o700 });
  await replaceTextFile(prepared, text, { newFileMode: 0o600 });
  return [
    ['mkdir', '-p', dirname(file)],
    ['install', '-m', '644', prepared, file],
  ];
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
