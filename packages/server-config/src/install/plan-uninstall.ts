import { configEditorFor } from '../edit/config-editor-for.ts';
import type { EditedEntry } from '../edit/editable-config.ts';
import { unlessRefused } from '../server-config-error.ts';
import { type InstallPlan, readBackups, toPlan } from './install-plan.ts';
import { type InstallTarget, resolveTarget } from './install-target.ts';

/**
 * Plans the removal of a server from a client's file. Reads only through `readFile` and writes nothing.
 *
 * If the file is exactly what {@link planInstall} produces from one of its backups, that backup is restored byte for
 * byte; if it is exactly what installing creates, the file is removed. Otherwise, the entry and its comma are removed
 * and everything else is preserved.
 *
 * @throws {@link ServerConfigError} in the same cases as {@link planInstall}.
 */
export async function planUninstall(options: InstallTarget): Promise<InstallPlan> {
  const target = await resolveTarget(options);
  const edit: EditedEntry = { file: target.file, rootKey: target.clientFile.rootKey, name: options.name };
  const before = await options.readFile(target.file);
  const editor = configEditorFor(target.clientFile.format);
  const value = before === undefined || editor.isBlank(before) ? undefined : editor.entryIn(before, edit);
  if (before === undefined || value === undefined) {
    return toPlan(target, edit, { before, after: before, whenChanged: 'none', backups: 0 });
  }
  const backups = await readBackups(target.file, options.readFile);
  // A backup that cannot be parsed cannot be the original of a file that can be parsed.
  const installedIn = (text: string | undefined) =>
    unlessRefused(() => {
      const had = text !== undefined && !editor.isBlank(text) && editor.entryIn(text, edit) !== undefined;
      return had ? undefined : editor.withNewServer(text, edit, value);
    });
  const original = [...backups, undefined].find((text) => installedIn(text) === before);
  const restores = original !== undefined || editor.withNewServer(undefined, edit, value) === before;
  const after = restores ? original : editor.withoutServer(before, edit);
  return toPlan(target, edit, { before, after, whenChanged: 'remove', backups: backups.length });
}
