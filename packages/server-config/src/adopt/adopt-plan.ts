import type { ClientName } from '../clients/client-files.ts';
import { type DisplayedText, diffLines } from '../edit/line-diff.ts';
import { maskSecrets } from '../edit/mask-secrets.ts';
import type { ConfigSource } from '../entries/server-entry.ts';
import type { SectionKey } from '../formats/section-format.ts';
import type { InstallTarget, ResolvedTarget } from '../install/install-target.ts';
import { parseJsonText, propertyOf } from '../json/json-text.ts';
import { ServerConfigError } from '../server-config-error.ts';

/**
 * Target of an adoption: the client whose servers are moved behind the gateway; `name` is the name of the gateway's
 * entry.
 */
export interface AdoptTarget extends InstallTarget {
  /** Folder for the servers from a client's global file. */
  readonly stateDir: string;
  /** Scripts that start modes-server, in addition to those recognised by name. Default: none. */
  readonly ownScripts?: readonly string[] | undefined;
}

/**
 * A change to one file, as plain data: show it first, then apply it with `applyFileChange` from
 * `@modegate/project/node`.
 */
export interface TextChange {
  readonly file: string;
  /** Text when the change was planned; undefined if there was no file. */
  readonly before: string | undefined;
  /** Text to write; undefined removes the file. */
  readonly after: string | undefined;
  /**
   * Unified diff for display: shows the commands and addresses of servers in full, and masks secrets; `''` if nothing
   * changes.
   */
  readonly diff: string;
}

/** A server that is not moved. */
export interface SkippedServer {
  /** Name of the server, or the path of a file whose servers are unknown. */
  readonly name: string;
  /** Complete sentence. */
  readonly reason: string;
}

/** Plan for moving servers from a client's file to the gateway's file, or back again. */
export interface AdoptPlan {
  readonly client: ClientName;
  readonly scope: ConfigSource;
  /** The client's file. */
  readonly file: string;
  /** In the order in which they must be applied, so that every server is in at least one of the files at any time. */
  readonly changes: readonly TextChange[];
  /** The gateway's file. */
  readonly serversFile: string;
  /** Names of the servers that were already in the gateway's file, regardless of who wrote them. */
  readonly present: readonly string[];
  /** Names of the servers to move. */
  readonly moved: readonly string[];
  readonly left: readonly SkippedServer[];
  /** Names of the gateway's entries that the client's file already contains; these entries retain their settings. */
  readonly own: readonly string[];
}

/**
 * Checks that a client's servers can be adopted. @throws {@link ServerConfigError} ADOPT_UNSUPPORTED for a client whose
 * file is not JSON.
 */
export function requireAdoptable({ client, clientFile, file }: ResolvedTarget): void {
  if (clientFile.format === 'json') return;
  const message = `The servers of "${client}" cannot be moved, because ${file} is not JSON. Pass this file to modes-server with --servers, and remove the servers from the file by hand.`;
  throw new ServerConfigError('ADOPT_UNSUPPORTED', message, { data: { client } });
}

/**
 * Returns the path of the gateway's file for a client: next to a project's file, or in the state folder for a global
 * file.
 */
export function adoptedFile({ client, scope, file }: ResolvedTarget, { stateDir, platform }: AdoptTarget): string {
  if (scope === 'project') return file.replace(/\.jsonc?$/, '.modegate.json');
  const separator = platform === 'win32' ? '\\' : '/';
  return [stateDir, 'adopted', `${client}.json`].join(separator);
}

/**
 * Creates a change whose diff shows the gateway's entry in full, but only the commands and addresses of other entries.
 */
export function textChange({ file, before, after }: Omit<TextChange, 'diff'>, shown: SectionKey): TextChange {
  return { file, before, after, diff: diffLines(file, displayedStarts(before, shown), displayedStarts(after, shown)) };
}

/** Servers can be adopted only from JSON files. */
function displayedStarts(text: string | undefined, { rootKey, name }: SectionKey): DisplayedText | undefined {
  if (text === undefined) return undefined;
  const document = parseJsonText(text);
  if (document.state === 'broken') return { text, shown: text.replaceAll(/[^\r\n]+/g, '…') };
  const servers = propertyOf(document.root, rootKey)?.valueNode;
  const own = propertyOf(servers, name)?.valueNode;
  return { text, shown: maskSecrets(document.text, own, servers), isWhole: true };
}
