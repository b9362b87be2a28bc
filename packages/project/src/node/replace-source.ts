import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { replaceTextFile, requireTextFile, runExclusive } from '@modegate/text-files';
import type { ProjectSource } from '../project.ts';
import type { ProjectLocation } from './load-project.ts';
import type { ModesFile } from './save-mode.ts';

/** Returns the path of a source on this machine; undefined for a global source if there is no global folder. */
export function sourceFile(
  { layer, path }: Pick<ProjectSource, 'layer' | 'path'>,
  { projectRoot, globalConfigDir }: Pick<ProjectLocation, 'projectRoot' | 'globalConfigDir'>,
): ModesFile | undefined {
  const folder = layer === 'project' ? projectRoot : globalConfigDir;
  if (folder === undefined) return undefined;
  return { file: resolve(folder, path), ...(layer === 'project' ? { within: resolve(projectRoot) } : {}) };
}

/** Expected and new text of a file; undefined represents a missing file. */
export interface SourceChange {
  readonly expectedText: string | undefined;
  readonly text: string | undefined;
}

/**
 * Replaces an entire file, in sequence with saves of modes. Returns `changed`, without writing, if the file differs
 * from the expected text.
 *
 * @throws {TextFileError} FILE_UNREADABLE, FILE_OUTSIDE or FILE_WRITE_FAILED, as for `saveMode`.
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
