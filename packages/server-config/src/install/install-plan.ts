import type { ClientName } from '../clients/client-files.ts';
import type { ReadFile } from '../clients/client-texts.ts';
import { configEditorFor } from '../edit/config-editor-for.ts';
import type { EditedEntry } from '../edit/editable-config.ts';
import { diffLines } from '../edit/line-diff.ts';
import type { ConfigSource } from '../entries/server-entry.ts';
import type { ResolvedTarget } from './install-target.ts';

/**
 * Planned change to a client's file, as plain data: show it first, then apply it with `applyFileChange` from
 * `@modegate/project/node`.
 */
export interface InstallPlan {
  readonly client: ClientName;
  readonly scope: ConfigSource;
  /** The server's name. */
  readonly name: string;
  readonly file: string;
  /** Text when the change was planned; `undefined` if there was no file. */
  readonly before: string | undefined;
  /** Text to write; `undefined` removes the file, which happens only if it contains nothing but the installation. */
  readonly after: string | undefined;
  readonly change: 'create' | 'add' | 'update' | 'remove' | 'none';
  /**
   * File for the backup of the old text; `undefined` if there is no old text or nothing changes. If a file of this name
   * exists by the time the plan is applied, the next free number is used.
   */
  readonly backupFile: string | undefined;
  /** Unified diff for display, with secrets masked; `''` if nothing changes. Not suitable for `patch`. */
  readonly diff: string;
}

/** Maximum number of backups to read for a file. */
const MAX_BACKUPS = 1000;

/** Returns the name of the n-th backup of a file, counting from 1. */
export function backupFileName(file: string, number: number): string {
  return `${file}.modegate-backup-${number}`;
}

/** Reads the backups of a file, oldest first, up to the first free number. */
export async function readBackups(file: string, readFile: ReadFile): Promise<readonly string[]> {
  const backups: string[] = [];
  while (backups.length < MAX_BACKUPS) {
    const text = await readFile(backupFileName(file, backups.length + 1));
    if (text === undefined) break;
    backups.push(text);
  }
  return backups;
}

/** Completes a plan from the old and new texts. */
export function toPlan(
  { client, clientFile, scope, file }: ResolvedTarget,
  entry: EditedEntry,
  change: Pick<InstallPlan, 'before' | 'after'> & {
    readonly whenChanged: InstallPlan['change'];
    readonly backups: number;
  },
): InstallPlan {
  const { before, after, whenChanged, backups } = change;
  const unchanged = before === after;
  const editor = configEditorFor(clientFile.format);
  // Line by line, with every secret masked except in one entry, which is shown in full.
  const displayed = (text: string | undefined) =>
    text === undefined ? undefined : { text, shown: editor.shown(text, entry) };
  return {
    client,
    scope,
    name: entry.name,
    file,
    before,
    after,
    change: unchanged ? 'none' : whenChanged,
    backupFile: unchanged || before === undefined ? undefined : backupFileName(file, backups + 1),
    diff: unchanged ? '' : diffLines(file, displayed(before), displayed(after)),
  };
}
