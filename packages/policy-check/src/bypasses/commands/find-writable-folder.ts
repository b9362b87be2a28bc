import { decide } from '@modegate/mode-core';
import { mayBeAllowed } from '../../matrix/mcp-row.ts';
import { mayEndWith } from '../../regex/may-end-with.ts';
import { sampleOf } from '../../regex/regex-sample.ts';
import { readRegexShape } from '../../regex/regex-shape.ts';
import type { ModeRows } from '../bypass.ts';

/** What a mode may write, as its file limits say. */
export interface WritableFiles {
  /** True if the mode may certainly write a file. */
  readonly may: (path: string) => boolean;
  /** Folders in which the mode may write something; the project's folder, which is `''`, comes first. */
  readonly folders: readonly string[];
  /** False if no path that ends in this name is writable. True proves nothing. */
  readonly mayEndWith: (name: string) => boolean;
}

/** Prepares questions about the files that a mode may write. */
export function findWritableFiles(
  { policy, mode, circumstances }: Pick<ModeRows, 'policy' | 'mode' | 'circumstances'>,
  limits: readonly string[],
): WritableFiles {
  const may = (path: string): boolean =>
    mayBeAllowed(decide(policy, { ...circumstances, mode, tool: 'write_to_file', params: { path, content: '' } }));
  return {
    may,
    folders: [...new Set(['', ...limits.flatMap(listFolders)])],
    mayEndWith: (name) => limits.every((limit) => mayEndWith(limit, `/${name}`)) || may(name),
  };
}

/** Lists the folders of short paths that a pattern may match, and a folder below each. */
function listFolders(pattern: string): readonly string[] {
  const samples = readRegexShape(pattern).map((option) => sampleOf([option], pattern));
  return samples.flatMap((sample) => {
    const parts = sample.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
    const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    return folders.flatMap((folder) => [folder, `${folder}/x`]);
  });
}
