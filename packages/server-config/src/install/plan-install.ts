import { remoteEntry, startedEntry, type WrittenEntry } from '../clients/entry-format.ts';
import { wrapCommandForWindows } from '../clients/windows-command.ts';
import type { ConfigEditor } from '../edit/config-editor.ts';
import { configEditorFor } from '../edit/config-editor-for.ts';
import type { EditedEntry } from '../edit/editable-config.ts';
import { type InstallPlan, readBackups, toPlan } from './install-plan.ts';
import { type InstallTarget, type ResolvedTarget, resolveTarget, serverInvalid } from './install-target.ts';

/** Program to install. */
export interface InstalledCommand {
  readonly command: string;
  /** Arguments of the program. Default none. */
  readonly args?: readonly string[] | undefined;
  /** Variables to set, in addition to those in the file. Default none. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A running server that is reached by a URL. */
export interface InstalledUrl {
  /** An `http:` or `https:` URL, without a user or password. */
  readonly url: string;
  /**
   * Variable in the client's environment that contains the bearer token; only its name is written. Default: no token is
   * sent.
   */
  readonly tokenVariable?: string | undefined;
}

/** Program and target of an installation. */
export interface PlanInstallOptions extends InstallTarget {
  readonly entry: InstalledCommand | InstalledUrl;
}

/**
 * Plans the addition of a server to a client's file. Reads only through `readFile` and writes nothing.
 *
 * Comments, key order, indentation, line endings and byte order mark are preserved. An existing entry of the same name
 * retains its other settings, such as `disabledTools`. Idempotent.
 *
 * @throws {@link ServerConfigError} CLIENT_UNKNOWN, SCOPE_UNSUPPORTED, PATH_UNKNOWN, SERVER_INVALID, or CONFIG_INVALID
 * if the file   cannot be parsed; any error that `readFile` throws.
 */
export async function planInstall(options: PlanInstallOptions): Promise<InstallPlan> {
  const target = await resolveTarget(options);
  const { name, entry: given } = options;
  const entry: WrittenEntry =
    'url' in given ? urlEntryFor(target, name, given) : entryFor(target, { ...options, entry: given });
  const edit: EditedEntry = { file: target.file, rootKey: target.clientFile.rootKey, name: options.name };
  const before = await options.readFile(target.file);
  const editor = configEditorFor(target.clientFile.format);
  const after = editor.withServer(before, edit, entry);
  const backups = before === undefined ? [] : await readBackups(target.file, options.readFile);
  return toPlan(target, edit, { before, after, whenChanged: changeOf(before, edit, editor), backups: backups.length });
}

function changeOf(
  before: string | undefined,
  edit: EditedEntry,
  { isBlank, entryIn }: ConfigEditor,
): InstallPlan['change'] {
  if (before === undefined) return 'create';
  if (isBlank(before)) return 'add';
  return entryIn(before, edit) === undefined ? 'add' : 'update';
}

/**
 * Creates the entry in the client's format. @throws {@link ServerConfigError} SERVER_INVALID if there is no command.
 */
export function entryFor(
  { clientFile }: ResolvedTarget,
  { entry, name, platform }: Pick<PlanInstallOptions, 'name' | 'platform'> & { readonly entry: InstalledCommand },
): WrittenEntry {
  if (entry.command === '') throw serverInvalid(name, 'its command is empty');
  const args = entry.args ?? [];
  const line = clientFile.needsWindowsShell
    ? wrapCommandForWindows(entry.command, args, platform)
    : { command: entry.command, args };
  return startedEntry(clientFile.words, { name, ...line, env: entry.env ?? {} });
}

function urlEntryFor(
  { client, clientFile: { words } }: ResolvedTarget,
  name: string,
  { url, tokenVariable: token }: InstalledUrl,
): WrittenEntry {
  const { remote } = words;
  const invalid = (reason: string) => serverInvalid(name, reason);
  if (remote === undefined)
    throw invalid(
      `the file of the client "${client}" does not support URLs; it can only contain servers that the client starts itself`,
    );
  if (!isPlainUrl(url)) throw invalid('its URL must begin with http:// or https:// and have a host but no user');
  if (token !== undefined && !/^[A-Za-z_]\w*$/.test(token))
    throw invalid('the name of its token variable contains characters other than letters, digits and underscores');
  if (token !== undefined && remote.variable === undefined)
    throw invalid(`the client "${client}" does not fill in variables, so write the token into the file by hand`);
  return remoteEntry(words, remote, { name, url, token });
}

function isPlainUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(text);
}
