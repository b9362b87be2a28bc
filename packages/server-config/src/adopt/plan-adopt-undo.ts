import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import { writtenServers } from '../clients/client-texts.ts';
import { argumentsOf, sameEntry, withArguments } from '../clients/entry-format.ts';
import { withNewServer, withoutServer, withServer } from '../edit/edit-servers.ts';
import { openConfig } from '../edit/editable-config.ts';
import { readBackups } from '../install/install-plan.ts';
import { type ResolvedTarget, resolveTarget } from '../install/install-target.ts';
import { isBlankJson, parseJsonText, propertiesOf } from '../json/json-text.ts';
import { unlessRefused } from '../server-config-error.ts';
import { type AdoptPlan, type AdoptTarget, adoptedFile, requireAdoptable, textChange } from './adopt-plan.ts';
import { sortServers } from './adoptable-servers.ts';
import { clientText } from './plan-adopt.ts';

/**
 * Plans the reversal of {@link planAdopt}: restores the client's file byte for byte and removes its servers from the
 * gateway's file. If either file has changed since, adds the servers in their current form. Reads only through
 * `readFile` and writes nothing. Without an adopted file, nothing changes.
 *
 * @throws {@link ServerConfigError} in the same cases as {@link planInstall}.
 */
export async function planAdoptUndo(options: AdoptTarget): Promise<AdoptPlan> {
  const target = await resolveTarget(options);
  requireAdoptable(target);
  const { client, scope, file, clientFile } = target;
  const { rootKey } = clientFile;
  const serversFile = adoptedFile(target, options);
  const [text, serversText] = await Promise.all([options.readFile(file), options.readFile(serversFile)]);
  const plan = { client, scope, file, serversFile, present: [...writtenServers(serversText, rootKey).keys()], own: [] };
  if (serversText === undefined) return { ...plan, changes: [], moved: [], left: [] };
  if (!isBlankJson(serversText)) openConfig(serversText, { file: serversFile, rootKey, name: options.name });
  const adopted = writtenServers(serversText, rootKey);
  const backups = (await readBackups(file, options.readFile)).toReversed();
  const now = { text: text ?? '', adopted, serversFile, target, options };
  const original = findOriginal(now, backups) ?? putBack(now, backups);
  const present = writtenServers(original, rootKey);
  const isBack = (name: string) => present.has(name) && equalValues(present.get(name), adopted.get(name));
  const [moved, staying] = [[...adopted.keys()].filter(isBack), [...adopted.keys()].filter((name) => !isBack(name))];
  const rest = withoutMoved(serversText, moved, { file: serversFile, rootKey });
  const changes = [
    // A missing file stays missing if nothing is moved back into it.
    textChange({ file, before: text, after: original === '' ? text : original }, { rootKey, name: options.name }),
    textChange({ file: serversFile, before: serversText, after: rest }, { rootKey, name: '' }),
  ].filter(({ before, after }) => before !== after);
  const left = staying.map((name) => {
    const why = present.has(name) ? `${file} has a different server with this name` : `It was not in ${file}`;
    return { name, reason: `${why}, so it stays in ${serversFile}.` };
  });
  return { ...plan, changes, moved, left };
}

/** Returns the gateway's file without the servers that were moved back; undefined if nothing remains. */
function withoutMoved(
  text: string,
  moved: readonly string[],
  place: { readonly file: string; readonly rootKey: string },
): string | undefined {
  if (moved.length === writtenServers(text, place.rootKey).size && holdsOnly(text, place.rootKey)) return undefined;
  return moved.reduce((before, name) => withoutServer(before, { ...place, name }), text);
}

/** True if a file contains only the map of servers. */
function holdsOnly(text: string, rootKey: string): boolean {
  const document = parseJsonText(text);
  return document.state === 'broken' || propertiesOf(document.root).every(({ key }) => key === rootKey);
}

interface Adopted {
  readonly text: string;
  readonly adopted: ReadonlyMap<string, unknown>;
  readonly serversFile: string;
  readonly target: ResolvedTarget;
  readonly options: AdoptTarget;
}

/**
 * Finds the text from which adopting produced the current text; returns the current text itself if it already contains
 * the servers.
 */
function findOriginal(now: Adopted, backups: readonly string[]): string | undefined {
  const present = writtenServers(now.text, now.target.clientFile.rootKey);
  const isBack = [...now.adopted].every(([name, value]) => present.has(name) && equalValues(present.get(name), value));
  return isBack ? now.text : backups.find((backup) => leadsTo(backup, now));
}

function leadsTo(backup: string, { text, adopted, target, options }: Adopted): boolean {
  const { file, clientFile } = target;
  const { rootKey } = clientFile;
  const [old, present] = [writtenServers(backup, rootKey), writtenServers(text, rootKey)];
  const gone = [...old].filter(([name]) => !present.has(name));
  if (gone.length === 0 || gone.some(([name, value]) => !equalValues(adopted.get(name), value))) return false;
  const own = sortServers(text, target, options).own as ReadonlyMap<string, JsonObject>;
  const added = [...own.keys()].filter((name) => !old.has(name));
  // Adopting adds one entry if there was none.
  if (added.length > 1 || (added.length === 1 && own.size > 1)) return false;
  if ([...own].some(([name, entry]) => old.has(name) && !extendsEntry(entry, old.get(name)))) return false;
  const moved = gone.map(([name]) => name);
  // A backup that cannot be parsed cannot be the original of a file that can be parsed.
  return unlessRefused(() => clientText(backup, { moved, own }, { file, rootKey })) === text;
}

/** True if an entry differs from an older version only by arguments added at the end. */
function extendsEntry(entry: JsonObject, older: unknown): boolean {
  if (!isJsonObject(older)) return false;
  const [now, then] = [argumentsOf(entry), argumentsOf(older)];
  return (
    equalValues(withArguments(entry, []), withArguments(older, [])) && equalValues(now.slice(0, then.length), then)
  );
}

/**
 * Returns the current text without the additions made by adopting, and with the moved servers restored from the latest
 * backup that contains any of them.
 */
function putBack({ text, adopted, serversFile, target, options }: Adopted, latestFirst: readonly string[]): string {
  const { file, clientFile } = target;
  const { rootKey } = clientFile;
  const before = latestFirst
    .map((backup) => writtenServers(backup, rootKey))
    .find((servers) => [...adopted.keys()].some((name) => servers.has(name)));
  const own = sortServers(text, target, options).own as ReadonlyMap<string, JsonObject>;
  const withoutGateway = [...own].reduce((now, [name, entry]) => {
    const args = withoutServersFile(argumentsOf(entry), serversFile);
    if (args.length === argumentsOf(entry).length) return now;
    const wasThere = before?.has(name) === true && !adopted.has(name);
    if (!wasThere) return withoutServer(now, { file, rootKey, name });
    return withServer(now, { file, rootKey, name }, sameEntry(withArguments(entry, args)));
  }, text);
  const present = writtenServers(withoutGateway, rootKey);
  return [...adopted]
    .filter(([name]) => !present.has(name) && (latestFirst.length === 0 || before?.has(name) === true))
    .reduce((now, [name, value]) => withNewServer(now, { file, rootKey, name }, value), withoutGateway);
}

/** Returns the arguments without the `--servers` option for this file. */
function withoutServersFile(args: readonly unknown[], serversFile: string): readonly unknown[] {
  const isFile = (word: unknown): boolean => typeof word === 'string' && isPathOf(word, serversFile);
  return args.filter(
    (word, index) =>
      !(word === '--servers' && isFile(args[index + 1])) && !(args[index - 1] === '--servers' && isFile(word)),
  );
}

/**
 * True if a path denotes a file; the path may be relative to the project, or may start with the client's variable for
 * the project.
 */
function isPathOf(written: string, file: string): boolean {
  const [one = '', other = ''] = [written, file].map((path) => path.replaceAll('\\', '/'));
  const path = one.replace(/^(?:\$\{workspaceFolder\}|\.)\//, '');
  return path === other || other.endsWith(`/${path}`);
}
