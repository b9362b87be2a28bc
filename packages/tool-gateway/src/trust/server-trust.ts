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

/** Where it is kept to which commands a person has agreed, and what counts as agreement by itself. */
export interface ServerTrustOptions {
  readonly text: StateText;
  /** The project's folder, its real path. */
  readonly projectRoot: string;
  /** Whether the servers that the project names are agreed to anyway. */
  readonly isProjectTrusted: boolean;
  /**
   * Where the user has named the server files: whether one of them, as entries name it, is the user's own; the others are the project's. Undefined
   * when none is named, and the usual ones are read.
   */
  readonly isOwnFile?: ((file: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called with what could not be read; nothing that a project names is trusted then. */
  readonly onProblem: (problem: string) => void;
}

/** Which servers that a project names may be started: those that a person has agreed to, as they are written now. */
export interface ServerTrust {
  /** Whether the entry is started only when a person agrees to it: a project names it, and is not trusted as a whole. */
  needsAgreement(entry: StartableEntry): boolean;
  /** Why the entry is not started; undefined when it may be. */
  whyNotStarted(entry: StartableEntry): string | undefined;
  /** Whether a person is still to be asked about the entry: not of one that may start, that was refused in this run, or when no answer could be kept. */
  isOpen(entry: StartableEntry): boolean;
  /** When a person agreed to the entry as it is now, in ISO 8601; undefined when none has. */
  agreedAt(entry: StartableEntry): string | undefined;
  /** The agreements of the project, by the hash of what was agreed to. */
  readonly agreements: TrustedServers;
  /** @throws {@link TextFileError} FILE_UNREADABLE when the file is damaged, FILE_LOCKED or FILE_WRITE_FAILED; the file is then as it was. */
  agree(entries: readonly StartableEntry[]): Promise<void>;
  /** Revokes agreements by their hashes. @throws {@link TextFileError} as `agree` does. */
  revoke(hashes: readonly string[]): Promise<void>;
  /** Remembers for this run that a person does not agree. */
  refuse(entry: StartableEntry): void;
  /** Reads the file again; call it once before anything else, and when the file has changed. Never rejects for what the file holds. */
  load(): Promise<void>;
  /** Calls the listener when other entries may be started; returns a function that stops that. */
  onChange(listener: () => void): () => void;
}

/** Starts with nothing agreed to, until it is loaded. */
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
      return `${because(entry)} the user has not yet agreed to start it as it is now. ${way(entry)}`;
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
  return `It is not started: only this project names it (${safeLine(file, 200)}), and`;
}

function howToAgree({ name, file }: StartableEntry, isNamed: boolean): string {
  const command = isNamed ? `trust --servers ${/^[\w./][\w./-]{0,200}$/.test(file) ? file : '<file>'}` : 'trust';
  const word = commandWord(name, '');
  return `Review it and agree with 'modes-server ${command}${word === '' ? '' : ` ${word}`}' in the project's folder.`;
}

function damaged(file: string, reason: string): TextFileError {
  const message = `The record of trusted servers, ${file}, ${reason}. It was left unchanged; repair it, or move it away to start with an empty one.`;
  return new TextFileError('FILE_UNREADABLE', message, { data: { file, reason } });
}
