import { equalValues, type JsonObject } from '@modegate/json';
import { clientLocations, pathOf } from '../clients/client-file-path.ts';
import { clientScopes } from '../clients/client-files.ts';
import { readEach, writtenServers } from '../clients/client-texts.ts';
import { argumentsOf, sameEntry, valueOfEntry, withArguments } from '../clients/entry-format.ts';
import { readClientServers } from '../clients/read-client-servers.ts';
import { withNewServer, withoutServer, withServer } from '../edit/edit-servers.ts';
import { type EditedEntry, openConfig } from '../edit/editable-config.ts';
import { type ResolvedTarget, resolveTarget, serverInvalid } from '../install/install-target.ts';
import { entryFor, type InstalledCommand } from '../install/plan-install.ts';
import { isBlankJson } from '../json/json-text.ts';
import {
  type AdoptPlan,
  type AdoptTarget,
  adoptedFile,
  requireAdoptable,
  type SkippedServer,
  textChange,
} from './adopt-plan.ts';
import { isModesServer, type SortedServers, sortServers } from './adoptable-servers.ts';
import type { LimitText } from './find-limits.ts';
import { limitsByClient } from './limits-by-client.ts';

/** Servers to move behind the gateway, and the gateway's command. */
export interface PlanAdoptOptions extends AdoptTarget {
  /** Entry for the gateway if the file does not contain one yet. */
  readonly entry: InstalledCommand;
  /** Arguments that make the gateway read the server file. */
  readonly serversArguments: (serversFile: string) => readonly string[];
  /** Names of remote servers to move although they have no headers. Default none. */
  readonly include?: readonly string[] | undefined;
}

/**
 * Plans how to move the servers in a client's file behind the gateway: into a file that only the gateway reads, out of
 * the client's file, with a reference in the gateway's entry. Reads only through `readFile` and writes nothing. Lists
 * the servers that cannot be moved.
 *
 * Planning again after the first of the two changes, or after both, plans the rest.
 *
 * @throws {@link ServerConfigError} in the same cases as {@link planInstall}; SERVER_INVALID also if the gateway's
 * entry switches the gateway off;   ADOPT_UNSUPPORTED for a client whose file is not JSON.
 */
export async function planAdopt(options: PlanAdoptOptions): Promise<AdoptPlan> {
  const target = await resolveTarget(options);
  const { client, scope, file, clientFile } = target;
  const { rootKey } = clientFile;
  requireAdoptable(target);
  const serversFile = adoptedFile(target, options);
  const [text, serversText] = await Promise.all([options.readFile(file), options.readFile(serversFile)]);
  const plan = { client, scope, file, serversFile, present: [...writtenServers(serversText, rootKey).keys()] };
  const elsewhere = await findElsewhere(target, options);
  if (text === undefined || isBlankJson(text)) return { ...plan, changes: [], moved: [], left: elsewhere, own: [] };
  openConfig(text, { file, rootKey, name: options.name });
  const sorted = sortServers(text, target, { ...options, others: await readOthers(target, options) });
  const { moved, left: staying } = withoutConflicts(sorted, writtenServers(serversText, rootKey), serversFile);
  const left = [...staying, ...elsewhere];
  const adopted = addAll(serversText, moved, { file: serversFile, rootKey });
  const names = [...sorted.own.keys()];
  if (adopted === undefined) return { ...plan, changes: [], moved: [], left, own: names };
  const own = ownEntries(sorted, {
    fresh: [options.name, valueOfEntry(entryFor(target, options))],
    more: options.serversArguments(serversFile),
  });
  const after = clientText(text, { moved: [...moved.keys()], own }, { file, rootKey });
  const changes = [
    textChange({ file: serversFile, before: serversText, after: adopted }, { rootKey, name: '' }),
    textChange({ file, before: text, after }, { rootKey, name: options.name }),
  ].filter(({ before, after: fresh }) => before !== fresh);
  return { ...plan, changes, moved: [...moved.keys()], left, own: names };
}

/** Reads the other files in which the client may restrict the servers in this file. */
async function readOthers({ client, file }: ResolvedTarget, options: AdoptTarget): Promise<readonly LimitText[]> {
  const places = clientScopes(client).flatMap((scope) => clientLocations(client, scope, options));
  const limits = limitsByClient[client].files.flatMap((place) => pathOf(place, options) ?? []);
  const others = [...places.map((place) => place.file), ...limits].filter((path) => path !== file);
  return readEach([...new Set(others)], options.readFile);
}

/** Finds servers by name in the client's other files for the scope, and files that cannot be read. */
async function findElsewhere(
  { client, scope, file }: ResolvedTarget,
  options: AdoptTarget,
): Promise<readonly SkippedServer[]> {
  const { servers, unreadable } = await readClientServers(client, scope, options);
  const known = servers
    .filter((entry) => entry.file !== file && !entry.policy.disabled && !isModesServer(entry, options))
    .map(({ name, file: other }) => ({
      name,
      reason: `The client reads this server from ${other}. Move it to ${file}, then run this command again.`,
    }));
  const reason = 'This file cannot be read, but it may contain servers of the client.';
  return [...known, ...unreadable.filter((other) => other !== file).map((other) => ({ name: other, reason }))];
}

/** Rewrites a client's file without the moved servers and with the gateway's entries. */
export function clientText(text: string, { moved, own }: ClientChange, file: Omit<EditedEntry, 'name'>): string {
  const remaining = moved.reduce((before, name) => withoutServer(before, { ...file, name }), text);
  return [...own].reduce((before, [name, entry]) => withServer(before, { ...file, name }, sameEntry(entry)), remaining);
}

/** Servers to remove from a client's file, and gateway entries to write. */
interface ClientChange {
  readonly moved: readonly string[];
  readonly own: ReadonlyMap<string, JsonObject>;
}

function withoutConflicts(
  { movable, left }: SortedServers,
  taken: ReadonlyMap<string, unknown>,
  serversFile: string,
): { readonly moved: ReadonlyMap<string, unknown>; readonly left: readonly SkippedServer[] } {
  const conflicts = [...movable].filter(([name, value]) => taken.has(name) && !equalValues(taken.get(name), value));
  const reason = `${serversFile} has a server with this name but different settings. Merge the two, or rename one of them.`;
  return {
    moved: new Map([...movable].filter(([name]) => !conflicts.some(([conflict]) => conflict === name))),
    left: [...left, ...conflicts.map(([name]) => ({ name, reason }))],
  };
}

/** Returns undefined if there is neither a server to add nor a file. */
function addAll(
  text: string | undefined,
  moved: ReadonlyMap<string, unknown>,
  place: { readonly file: string; readonly rootKey: string },
): string | undefined {
  const taken = writtenServers(text, place.rootKey);
  return [...moved]
    .filter(([name]) => !taken.has(name))
    .reduce<string | undefined>((before, [name, value]) => withNewServer(before, { ...place, name }, value), text);
}

/**
 * Returns the gateway's entries; existing entries retain their settings, and each gets the reference to the file once.
 */
function ownEntries(
  { own }: SortedServers,
  { fresh, more }: { readonly fresh: readonly [string, JsonObject]; readonly more: readonly string[] },
): ReadonlyMap<string, JsonObject> {
  const entries = own.size === 0 ? [fresh] : [...(own as ReadonlyMap<string, JsonObject>)];
  return new Map(
    entries.map(([name, entry]) => {
      const args = argumentsOf(entry);
      if (has(args, ['--gateway', 'off']))
        throw serverInvalid(name, 'it has --gateway off, so it would not offer the servers');
      return [name, has(args, more) ? entry : withArguments(entry, [...args, ...more])];
    }),
  );
}

/** True if a list of arguments contains the given words in sequence. */
function has(args: readonly unknown[], words: readonly string[]): boolean {
  return args.some((_, start) => words.every((word, index) => args[start + index] === word));
}
