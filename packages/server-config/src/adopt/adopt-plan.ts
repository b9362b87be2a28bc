import type { ClientName } from '../clients/client-files.ts';
import { type DisplayedText, diffLines } from '../edit/line-diff.ts';
import { maskSecrets } from '../edit/mask-secrets.ts';
import type { ConfigSource } from '../entries/server-entry.ts';
import type { InstallTarget, ResolvedTarget } from '../install/install-target.ts';
import { parseJsonText, propertyOf } from '../json/json-text.ts';
import { ServerConfigError } from '../server-config-error.ts';

/** Whose servers are to go behind the gateway; `name` is that of the gateway's own entry. */
export interface AdoptTarget extends InstallTarget {
  /** Folder of the servers that come from a client's global file. */
  readonly stateDir: string;
  /** Scripts that are modes-server, besides what is known by name. Default none. */
  readonly ownScripts?: readonly string[] | undefined;
}

/** A change of one file: plain data, to be shown first and applied with `applyFileChange` of `@modegate/project/node`. */
export interface TextChange {
  readonly file: string;
  /** The text when the plan was made; undefined when there was no file. */
  readonly before: string | undefined;
  /** The text to write; undefined removes the file. */
  readonly after: string | undefined;
  /** A unified diff for display: what servers start or call in full, secrets masked; `''` when nothing changes. */
  readonly diff: string;
}

/** A server that stays where it is. */
export interface SkippedServer {
  /** Its name; the path of a file whose servers are not known. */
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
}

/** How servers move from a client's file into the gateway's file, or back. */
export interface AdoptPlan {
  readonly client: ClientName;
  readonly scope: ConfigSource;
  /** The client's file. */
  readonly file: string;
  /** In the order in which they have to be applied: every server is in one of the files at each moment. */
  readonly changes: readonly TextChange[];
  /** The file of the gateway's. */
  readonly serversFile: string;
  /** Names of the servers that were in the gateway's file before, no matter who wrote them there. */
  readonly present: readonly string[];
  /** Names of the servers that are moved. */
  readonly moved: readonly string[];
  readonly left: readonly SkippedServer[];
  /** Names of the gateway's own entries that the client's file had before; they keep what they say. */
  readonly own: readonly string[];
}

/** @throws {@link ServerConfigError} ADOPT_UNSUPPORTED for a client whose file is not JSON. */
export function requireAdoptable({ client, clientFile, file }: ResolvedTarget): void {
  if (clientFile.format === 'json') return;
  const message = `The servers of "${client}" cannot be moved, because ${file} is not JSON. Let modes-server read that file with --servers, and take its servers out by hand.`;
  throw new ServerConfigError('ADOPT_UNSUPPORTED', message, { data: { client } });
}

/** The file in which the gateway keeps what it takes from a client: beside a project's file, in the state folder for a global one. */
export function adoptedFile({ client, scope, file }: ResolvedTarget, { stateDir, platform }: AdoptTarget): string {
  if (scope === 'project') return file.replace(/\.jsonc?$/, '.modegate.json');
  const separator = platform === 'win32' ? '\\' : '/';
  return [stateDir, 'adopted', `${client}.json`].join(separator);
}

/** A change of a file in which one entry, the gateway's, may be shown in clear, and of the others what they start or call. */
export function textChange(
  { file, before, after }: Omit<TextChange, 'diff'>,
  shown: { readonly rootKey: string; readonly name: string },
): TextChange {
  return { file, before, after, diff: diffLines(file, displayedStarts(before, shown), displayedStarts(after, shown)) };
}

/** Only files in JSON are adopted from. */
function displayedStarts(
  text: string | undefined,
  { rootKey, name }: { readonly rootKey: string; readonly name: string },
): DisplayedText | undefined {
  if (text === undefined) return undefined;
  const document = parseJsonText(text);
  if (document.state === 'broken') return { text, shown: text.replaceAll(/[^\r\n]+/g, '…') };
  const servers = propertyOf(document.root, rootKey)?.valueNode;
  const own = propertyOf(servers, name)?.valueNode;
  return { text, shown: maskSecrets(document.text, own, servers), isWhole: true };
}
