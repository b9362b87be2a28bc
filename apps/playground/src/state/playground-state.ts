import { commandShells } from '@modegate/mode-core/commands';
import { blankQuestion, type WhyQuestion } from '@modegate/restrictions-editor/model';
import { maxFieldCharacters } from '@modegate/restrictions-editor/views';

export type { WhyQuestion };

/** Paths at which a project's server file may be located; the path determines which client reads the file. */
export const serverFilePaths = [
  '.roo/mcp.json',
  '.mcp.json',
  '.vscode/mcp.json',
  '.cursor/mcp.json',
  '.kilocode/mcp.json',
] as const;

/** One of {@link serverFilePaths}. */
export type ServerLocation = (typeof serverFilePaths)[number];

/** The modes file of a project. */
export const modesLocation = '.roomodes';

/** One version of the two files. Empty text represents a missing file. */
export interface VersionFiles {
  readonly modes: string;
  readonly servers: string;
  readonly serversPlace: ServerLocation;
}

/** Everything that a link contains. */
export interface PlaygroundState {
  readonly files: VersionFiles;
  /** The earlier version to compare with. Default: no version. */
  readonly before?: VersionFiles | undefined;
  readonly question: WhyQuestion;
}

/** Maximum length of a file's text, in UTF-16 code units. */
export const maxFileCharacters = 400_000;

/** An empty page. */
export const emptyState: PlaygroundState = {
  files: { modes: '', servers: '', serversPlace: '.roo/mcp.json' },
  question: { ...blankQuestion, mode: 'code', target: 'write_to_file' },
};

/**
 * Reads a state from an untrusted value; returns undefined if any part of the value has the wrong form or is too long.
 */
export function readState(value: unknown): PlaygroundState | undefined {
  const { files, before, question } = fieldsOf(value);
  const [own, other, asked] = [readFiles(files), readFiles(before), readQuestion(question)];
  if (own === undefined || asked === undefined || (before !== undefined && other === undefined)) return undefined;
  return { files: own, ...(other === undefined ? {} : { before: other }), question: asked };
}

function readFiles(value: unknown): VersionFiles | undefined {
  const { modes, servers, serversPlace } = fieldsOf(value);
  const place = serverFilePaths.find((one) => one === serversPlace);
  if (!isText(modes, maxFileCharacters) || !isText(servers, maxFileCharacters) || place === undefined) return undefined;
  return { modes, servers, serversPlace: place };
}

function readQuestion(value: unknown): WhyQuestion | undefined {
  const { mode, target, files, command = '', shell = '', args, at, branch, ci } = fieldsOf(value);
  const texts = { mode, target, files, command, args, at, branch };
  if (!Object.values(texts).every((text) => isText(text, maxFieldCharacters))) return undefined;
  const known = (['', ...commandShells] as const).find((one) => one === shell);
  if (typeof ci !== 'boolean' || known === undefined) return undefined;
  return { ...(texts as Omit<WhyQuestion, 'ci' | 'shell'>), shell: known, ci };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isText(value: unknown, maxCharacters: number): value is string {
  return typeof value === 'string' && value.length <= maxCharacters;
}
