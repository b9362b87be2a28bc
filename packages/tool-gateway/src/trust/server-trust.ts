import {
  entryHash,
  readTrustedServers,
  type TrustedServers,
  type UpstreamServer,
  writeTrustedServers,
} from '@modegate/mcp-host/connections';
import { type StateText, TextFileError } from '@modegate/text-files';
import { createListeners, createMutex } from '@modegate/timing';
import { commandWord, safeLine } from './safe-text.ts';

/** An entry that can be started. */
export type StartableEntry = Extract<UpstreamServer['entry'], { readonly state: 'valid' }>;

/** Options for {@link createServerTrust}. */
export interface ServerTrustOptions {
  readonly text: StateText;
  /** Real path of the project's folder. */
  readonly projectRoot: string;
  /** True if the project's servers are trusted without a person's approval. */
  readonly isProjectTrusted: boolean;
  /**
   * True for the user's own files, as specified in entries; all other files belong to the project. Used only if the
   * user has specified the server files; undefined for the default files.
   */
  readonly isOwnFile?: ((file: string) => boolean) | undefined;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Called if there is a problem with the file, in which case no project server is trusted. */
  readonly onProblem: (problem: string) => void;
}

/** Decides which of a project's servers may be started: only servers whose current entry a person has approved. */
export interface ServerTrust {
  /** True if the entry needs a person's approval because it comes from a project that is not trusted as a whole. */
  needsAgreement(entry: StartableEntry): boolean;
  /** Returns the reason why the entry is not started; undefined if it may be started. */
  whyNotStarted(entry: StartableEntry): string | undefined;
  /**
   * True if a person should still be asked about the entry: it may not be started yet, nobody has refused it in this
   * run, and answers can be stored.
   */
  isOpen(entry: StartableEntry): boolean;
  /**
   * Returns the time at which a person approved the current entry, in ISO 8601; undefined if nobody has approved it.
   */
  agreedAt(entry: StartableEntry): string | undefined;
  /** The project's approvals, keyed by the hash of the approved entry. */
  readonly agreements: TrustedServers;
  /**
   * Stores a person's approval of the entries.
   *
   * @throws {@link TextFileError} FILE_UNREADABLE if the file is damaged, FILE_LOCKED or FILE_WRITE_FAILED; the file
   * remains unchanged.
   */
  agree(entries: readonly StartableEntry[]): Promise<void>;
  /** Revokes approvals by their hashes. @throws {@link TextFileError} in the same cases as `agree`. */
  revoke(hashes: readonly string[]): Promise<void>;
  /** Records, for this run only, that a person refused the entry. */
  refuse(entry: StartableEntry): void;
  /**
   * Reads the file again; call this before any other method, and after each change to the file. Never rejects because
   * of the file's content.
   */
  load(): Promise<void>;
  /** Subscribes to changes to the set of entries that may be started; the returned function unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** Creates the server trust, which contains no approvals until it is loaded. */
// oxlint-disable-next-line max-lines-per-function -- all operations share the agreements and refusals of this run
export function createServerTrust(options: ServerTrustOptions): ServerTrust {
  const { text: stored, projectRoot, isProjectTrusted, isOwnFile, now, onProblem } = options;
  let agreements: TrustedServers = new Map();
  let problem: string | undefined;
  const refused = new Set<string>();
  const listeners = createListeners<[]>();
  const inTurn = createMutex();
  const set = (servers: TrustedServers): void => {
    const isSame = servers.size === agreements.size && [...servers.keys()].every((hash) => agreements.has(hash));
    agreements = servers;
    if (!isSame) listeners.emit();
  };
  const needsAgreement = ({ source, file }: StartableEntry): boolean =>
    source === 'project' && !isProjectTrusted && isOwnFile?.(file) !== true;
  const way = (entry: StartableEntry): string => howToAgree(entry, isOwnFile !== undefined);
  const isMissing = (entry: StartableEntry): boolean => needsAgreement(entry) && !agreements.has(entryHash(entry));
  const update = (change: (servers: TrustedServers) => TrustedServers): Promise<void> =>
    inTurn(async () => {
      const { text } = await stored.update((before) => {
        const written = writeTrustedServers(before, projectRoot, change(require(before)));
        if (!written.ok) throw damaged(stored.name, written.reason);
        return written.text;
      });
      set(require(text));
    });
  const require = (text: string | undefined): TrustedServers => {
    const reading = readTrustedServers(text, projectRoot);
    if (!reading.ok) throw damaged(stored.name, reading.reason);
    return reading.servers;
  };
  return {
    needsAgreement,
    get agreements() {
      return agreements;
    },
    whyNotStarted: (entry) => {
      if (!isMissing(entry)) return undefined;
      if (refused.has(entryHash(entry))) return `${because(entry)} the user did not agree to start it. ${way(entry)}`;
      if (problem !== undefined)
        return `${because(entry)} it is not known whether the user agreed to start it: ${problem}`;
      return `${because(entry)} the user has not yet agreed to start it in its current form. ${way(entry)}`;
    },
    isOpen: (entry) => problem === undefined && isMissing(entry) && !refused.has(entryHash(entry)),
    agreedAt: (entry) => agreements.get(entryHash(entry))?.agreed,
    agree: (entries) => {
      const agreed = new Date(now()).toISOString();
      for (const entry of entries) refused.delete(entryHash(entry));
      const added = entries.map((entry) => [entryHash(entry), { name: entry.name, agreed }] as const);
      return update((servers) => new Map([...servers, ...added]));
    },
    revoke: (hashes) => update((servers) => new Map([...servers].filter(([hash]) => !hashes.includes(hash)))),
    refuse: (entry) => {
      refused.add(entryHash(entry));
      listeners.emit();
    },
    load: () =>
      inTurn(async () => {
        try {
          const servers = require(await stored.read());
          problem = undefined;
          set(servers);
        } catch (error) {
          if (!(error instanceof TextFileError)) throw error;
          problem = error.message;
          onProblem(problem);
          set(new Map());
        }
      }),
    onChange: listeners.add,
  };
}

function because({ file }: StartableEntry): string {
  return `It is not started, because only this project configures it (${safeLine(file, 200)}), and`;
}

function howToAgree({ name, file }: StartableEntry, isNamed: boolean): string {
  const command = isNamed ? `trust --servers ${/^[\w./][\w./-]{0,200}$/.test(file) ? file : '<file>'}` : 'trust';
  const word = commandWord(name, '');
  return `Review it, then agree by running 'modes-server ${command}${word === '' ? '' : ` ${word}`}' in the project's folder.`;
}

function damaged(file: string, reason: string): TextFileError {
  const message = `The record of trusted servers, ${file}, ${reason}. It was left unchanged. Repair the file, or move it elsewhere to start with an empty record.`;
  return new TextFileError('FILE_UNREADABLE', message, { data: { file, reason } });
}
