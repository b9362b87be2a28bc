import { isBlankJson } from '../json/json-text.ts';
import { type WrittenEntry, withServer } from './edit-servers.ts';
import { type EditedEntry, openConfig } from './editable-config.ts';
import { type InstallPlan, readBackups, toPlan } from './install-plan.ts';
import { type InstallTarget, type ResolvedTarget, resolveTarget, serverInvalid } from './install-target.ts';
import { wrapCommandForWindows } from './windows-command.ts';

/** The program to install. */
export interface InstalledCommand {
  readonly command: string;
  /** Default none. */
  readonly args?: readonly string[] | undefined;
  /** Variables to set; those that the file has besides are kept. Default none. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** What to install where. */
export interface PlanInstallOptions extends InstallTarget {
  readonly entry: InstalledCommand;
}

/**
 * Plans how a server gets into a client's file. Reads through `readFile` only and writes nothing.
 *
 * Comments, key order, indentation, line ends and byte order mark stay. An entry of the same name keeps what else it
 * says, such as `disabledTools`. Installing twice changes nothing.
 *
 * @throws {@link ServerConfigError} CLIENT_UNKNOWN, SCOPE_UNSUPPORTED, PATH_UNKNOWN, SERVER_INVALID, or CONFIG_INVALID when the
 *   file does not parse; whatever `readFile` throws.
 */
export async function planInstall(options: PlanInstallOptions): Promise<InstallPlan> {
  const target = resolveTarget(options);
  const entry = entryFor(target, options);
  const edit: EditedEntry = { file: target.file, rootKey: target.clientFile.rootKey, name: options.name };
  const before = await options.readFile(target.file);
  const after = withServer(before, edit, entry);
  const backups = before === undefined ? [] : await readBackups(target.file, options.readFile);
  return toPlan(target, edit, { before, after, whenChanged: changeOf(before, edit), backups: backups.length });
}

function changeOf(before: string | undefined, edit: EditedEntry): InstallPlan['change'] {
  if (before === undefined) return 'create';
  if (isBlankJson(before)) return 'add';
  return openConfig(before, edit).entry === undefined ? 'add' : 'update';
}

/** The entry as the client writes it. @throws {@link ServerConfigError} SERVER_INVALID without a command. */
export function entryFor(
  { clientFile }: ResolvedTarget,
  { entry, name, platform }: Pick<PlanInstallOptions, 'entry' | 'name' | 'platform'>,
): WrittenEntry {
  if (entry.command === '') throw serverInvalid(name, 'its command is empty');
  const args = entry.args ?? [];
  const line = clientFile.needsWindowsShell
    ? wrapCommandForWindows(entry.command, args, platform)
    : { command: entry.command, args };
  const env = entry.env ?? {};
  return {
    ...(clientFile.statesType ? { type: 'stdio' } : {}),
    ...line,
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}
