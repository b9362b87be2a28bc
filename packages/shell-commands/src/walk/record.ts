import type { FileAccess, ShellWord } from '../analysis.ts';
import { pathFrom } from './folders.ts';
import { type NodeRange, partOf } from './source.ts';
import type { Walk } from './walk.ts';

/** @internal A file specified by a word. */
export interface NamedFile {
  readonly tool: FileAccess['tool'];
  /** Undefined if the file is not specified in the text. */
  readonly word: ShellWord | undefined;
  readonly node: NodeRange;
  readonly by: string;
}

/** @internal Adds a file once for each folder that can be the working folder. */
export function recordFile(walk: Walk, { tool, word, node, by }: NamedFile): void {
  if (word !== undefined && isDevice(word)) return;
  const part = partOf(walk, node);
  for (const path of pathsOf(walk, word)) walk.files.push({ tool, path, ...part, by });
}

function pathsOf({ folders }: Walk, word: ShellWord | undefined): readonly (string | undefined)[] {
  if (word?.kind !== 'literal') return [undefined];
  if (/^(?:\/|[a-zA-Z]:[\\/])/.test(word.value)) return [word.value];
  return folders?.map((folder) => pathFrom(folder, word.value)) ?? [undefined];
}

/** True for devices that store nothing, and for the ends of the command's own pipes. */
function isDevice({ kind, value, text }: ShellWord): boolean {
  if (kind === 'one') return value === '/dev/fd/' && /^[<>]\(/.test(text);
  return kind === 'literal' && /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random|fd\/\d+)$/.test(value);
}
