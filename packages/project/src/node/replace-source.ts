import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { replaceTextFile, requireTextFile, runExclusive } from '@modegate/text-files';
import type { ProjectSource } from '../project.ts';
import type { ProjectLocation } from './load-project.ts';
import type { ModesFile } from './save-mode.ts';

/** Where a place of a project is on this machine; undefined for one of the user's where no global folder is given. */
export function sourceFile(
  { layer, path }: Pick<ProjectSource, 'layer' | 'path'>,
  { projectRoot, globalConfigDir }: Pick<ProjectLocation, 'projectRoot' | 'globalConfigDir'>,
): ModesFile | undefined {
  const folder = layer === 'project' ? projectRoot : globalConfigDir;
  if (folder === undefined) return undefined;
  return { file: resolve(folder, path), ...(layer === 'project' ? { within: resolve(projectRoot) } : {}) };
}

/** What a file must still hold, and what it is to hold; undefined is a missing file. */
export interface SourceChange {
  readonly expectedText: string | undefined;
  readonly text: string | undefined;
}

/**
 * Replaces a file as a whole, in turn with the saves of modes; answers `changed`, and leaves it as it is, where it says something else than
 * was expected.
 *
 * @throws {TextFileError} FILE_UNREADABLE, FILE_OUTSIDE or FILE_WRITE_FAILED, as `saveMode` does.
 */
export function replaceSource(
  { file, within }: ModesFile,
  { expectedText, text }: SourceChange,
): Promise<'written' | 'changed'> {
  return runExclusive(file, async () => {
    if ((await requireTextFile(file, { within })) !== expectedText) return 'changed';
    if (text === undefined) await rm(file, { force: true });
    else await replaceTextFile(file, text, { within });
    return 'written';
  });
}
