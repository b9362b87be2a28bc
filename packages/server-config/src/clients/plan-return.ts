import { equalValues, isJsonObject, type JsonObject } from '@modegate/json';
import { isBlankJson, parseJsonText, propertiesOf } from '../json/json-text.ts';
import { ServerConfigError } from '../server-config-error.ts';
import { type AdoptPlan, type AdoptTarget, adoptedFile, requireAdoptable, textChange } from './adopt-plan.ts';
import { sortServers, writtenServers } from './adoptable-servers.ts';
import { withoutServer } from './edit-servers.ts';
import { openConfig } from './editable-config.ts';
import { argumentsOf, withArguments } from './entry-words.ts';
import { readBackups } from './install-plan.ts';
import { type ResolvedTarget, resolveTarget } from './install-target.ts';
import { clientText } from './plan-adopt.ts';

/**
 * Plans undoing {@link planAdopt}: the client's file becomes what it was, byte for byte, and the gateway's file loses what went
 * back. Reads through `readFile` only and writes nothing. Without an adopted file there is nothing to change.
 *
 * @throws {@link ServerConfigError} FILES_DIFFER when one of the files was changed since, so that putting the old text back would lose
 *   that; or as {@link planInstall} does.
 */
export async function planReturn(options: AdoptTarget): Promise<AdoptPlan> {
  const target = resolveTarget(options);
  requireAdoptable(target);
  const { client, scope, file, clientFile } = target;
  const { rootKey } = clientFile;
  const serversFile = adoptedFile(target, options);
  const [text, serversText] = await Promise.all([options.readFile(file), options.readFile(serversFile)]);
  const plan = { client, scope, serversFile, own: [] };
  if (serversText === undefined) return { ...plan, changes: [], moved: [], left: [] };
  if (!isBlankJson(serversText)) openConfig(serversText, { file: serversFile, rootKey, name: options.name });
  const adopted = writtenServers(serversText, rootKey);
  const backups = await readBackups(file, options.readFile);
  const original = findOriginal({ text: text ?? '', adopted, target, options }, backups.toReversed());
  if (original === undefined) throw filesDiffer(file, serversFile);
  const returned = [...writtenServers(original, rootKey).keys()].filter((name) => adopted.has(name));
  const rest = returned.reduce(
    (before, name) => withoutServer(before, { file: serversFile, rootKey, name }),
    serversText,
  );
  const after = returned.length === adopted.size && holdsOnly(serversText, rootKey) ? undefined : rest;
  const changes = [
    textChange({ file, before: text, after: original }, { rootKey, name: options.name }),
    textChange({ file: serversFile, before: serversText, after }, { rootKey, name: '' }),
  ].filter(({ before, after: fresh }) => before !== fresh);
  const kept = [...adopted.keys()].filter((name) => !returned.includes(name));
  const left = kept.map((name) => ({ name, reason: `It was not in ${file}, so it stays in ${serversFile}.` }));
  return { ...plan, changes, moved: returned, left };
}

/** Whether a file has nothing beside the map of servers. */
function holdsOnly(text: string, rootKey: string): boolean {
  const document = parseJsonText(text);
  return document.state === 'broken' || propertiesOf(document.root).every(({ key }) => key === rootKey);
}

interface Adopted {
  readonly text: string;
  readonly adopted: ReadonlyMap<string, unknown>;
  readonly target: ResolvedTarget;
  readonly options: AdoptTarget;
}

/** The text from which adopting leads to what is there now; the present one when the servers are back in it already. */
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
  // Adopting adds one entry where there was none.
  if (added.length > 1 || (added.length === 1 && own.size > 1)) return false;
  if ([...own].some(([name, entry]) => old.has(name) && !extendsEntry(entry, old.get(name)))) return false;
  try {
    return clientText(backup, { moved: gone.map(([name]) => name), own, file, rootKey }) === text;
  } catch (error) {
    // A backup that does not parse is not the original of a file that does.
    if (error instanceof ServerConfigError) return false;
    throw error;
  }
}

/** Whether an entry differs from an older one in arguments that were added at the end only. */
function extendsEntry(entry: JsonObject, older: unknown): boolean {
  if (!isJsonObject(older)) return false;
  const [now, then] = [argumentsOf(entry), argumentsOf(older)];
  return (
    equalValues(withArguments(entry, []), withArguments(older, [])) && equalValues(now.slice(0, then.length), then)
  );
}

function filesDiffer(file: string, serversFile: string): ServerConfigError<'FILES_DIFFER'> {
  const message = `${file} or ${serversFile} was changed since the servers were moved, so nothing was put back. The old text is in the backups beside ${file}; the servers are in ${serversFile}.`;
  return new ServerConfigError('FILES_DIFFER', message, { data: { file, serversFile } });
}
