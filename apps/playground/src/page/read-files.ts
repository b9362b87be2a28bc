import {
  maxFileCharacters,
  type ServerLocation,
  serverFilePaths,
  type VersionFiles,
} from '../state/playground-state.ts';

/** The panes in which a file can be opened. */
export type PaneName = 'modes' | 'servers';

/**
 * Reads files within size limits; if no pane is specified, assigns the files by name and text. If several files belong
 * to the same pane, the last one is used. Returns the texts for the panes, and a sentence for each file that could not
 * be read.
 */
export async function readFiles(files: readonly File[], pane?: PaneName) {
  let texts: Partial<VersionFiles> = {};
  const problems: string[] = [];
  for (const file of files.slice(0, maxFiles)) {
    const text = file.size > maxFileCharacters * maxBytesPerCharacter ? undefined : await readText(file);
    if (text === undefined || text.length > maxFileCharacters) {
      problems.push(text === undefined && file.size <= maxFileCharacters ? unreadable(file.name) : tooLong(file.name));
      continue;
    }
    const name = (files.length === 1 ? pane : undefined) ?? paneOf(file.name, text);
    texts = { ...texts, ...(name === 'modes' ? { modes: text } : { servers: text, ...placeOf(file.name, text) }) };
  }
  return { texts, problems };
}

/** Returns the sentence for text that is too long. */
export function tooLong(what: string): string {
  return `${what} was not opened, because it is longer than ${maxFileCharacters.toLocaleString('en')} characters.`;
}

const maxFiles = 10;
const maxBytesPerCharacter = 3;

function unreadable(name: string): string {
  return `${name} was not opened, because it could not be read. Is it a folder?`;
}

function readText(file: File): Promise<string | undefined> {
  return file.text().catch(() => undefined);
}

function paneOf(name: string, text: string): PaneName {
  if (/roomodes|modes/i.test(name) || /\.ya?ml$/i.test(name)) return 'modes';
  if (/mcp|servers|claude_desktop/i.test(name)) return 'servers';
  return /"?customModes"?\s*:/.test(text) ? 'modes' : 'servers';
}

/** A browser reveals a file's name without its folder, so the text determines which client the file belongs to. */
function placeOf(name: string, text: string): { readonly serversPlace?: ServerLocation } {
  const place = serverFilePaths.find((one) => one === name);
  if (place !== undefined) return { serversPlace: place };
  return /"servers"\s*:/.test(text) && !/"mcpServers"\s*:/.test(text) ? { serversPlace: '.vscode/mcp.json' } : {};
}
