import { decide } from '@modegate/mode-core';
import { mayBeAllowed } from '../../matrix/mcp-row.ts';
import { mayMatchBetween, type PathEnds } from '../../regex/may-match-between.ts';
import { sampleOf } from '../../regex/regex-sample.ts';
import { readRegexShape } from '../../regex/regex-shape.ts';
import type { ModeRows } from '../bypass.ts';

/** Files that a mode may write according to its file restrictions. */
export interface WritableFiles {
  /** True if it is certain that the mode may write a file. */
  readonly may: (path: string) => boolean;
  /** Folders in which the mode may write at least one file; the project folder (`''`) comes first. */
  readonly folders: readonly string[];
  /** Names of files that the mode may write in at least one folder. */
  readonly names: readonly string[];
  /** False if no path with these ends is writable. True proves nothing. */
  readonly mayBe: (ends: PathEnds) => boolean;
}

/** Prepares a lookup for the files that a mode may write. */
export function findWritableFiles(
  { policy, mode, circumstances }: Pick<ModeRows, 'policy' | 'mode' | 'circumstances'>,
  limits: readonly string[],
): WritableFiles {
  const may = (path: string): boolean =>
    mayBeAllowed(decide(policy, { ...circumstances, mode, tool: 'write_to_file', params: { path, content: '' } }));
  const samples = limits.flatMap(listSamples).slice(0, maxSamples);
  const known = new Map<string, boolean>();
  return {
    may,
    folders: [...new Set(['', ...samples.flatMap(listFolders)])],
    names: [...new Set(samples.flatMap((parts) => parts.slice(-1)))],
    mayBe(ends) {
      const key = `${ends.start}\n${ends.end}`;
      const found = known.get(key) ?? limits.every((limit) => mayMatchBetween(limit, ends));
      known.set(key, found);
      return found;
    },
  };
}

// Nobody writes a restriction with more alternatives by hand; omitting the rest makes the answer less certain.
const maxSamples = 20;

/** Lists short paths that a pattern may match, split into their parts. */
function listSamples(pattern: string): readonly (readonly string[])[] {
  return readRegexShape(pattern).map((option) =>
    sampleOf([option], pattern)
      .split('/')
      .filter((part) => part !== '' && part !== '.' && part !== '..'),
  );
}

/** Lists the folders in a path, and a folder below each of them. */
function listFolders(parts: readonly string[]): readonly string[] {
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return folders.flatMap((folder) => [folder, `${folder}/x`]);
}
