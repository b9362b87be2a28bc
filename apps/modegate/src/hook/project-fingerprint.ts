import { existsSync, lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listAncestors, projectMarkers } from '@modegate/policy-check/node';
import { errorCode } from '@modegate/text-files';
import type { HookProjectOptions, ReadHookProject } from './find-hook-project.ts';

/** Paths of everything on which the result of reading a project depends. */
export interface FingerprintPaths {
  readonly files: readonly string[];
  /** Folders whose existence matters, but not their content. */
  readonly folders: readonly string[];
}

/**
 * On any file system, a change made less than this long before a file is read may have the same time stamp as a change
 * made shortly after the read.
 */
const uncertainMs = 2_000;

/** Lists all paths checked while reading a project, including missing files. */
export function fingerprintPaths(
  { root, sources }: ReadHookProject,
  { cwd, projectRoot, globalConfigDir }: HookProjectOptions,
): FingerprintPaths {
  const above = listAncestors(resolve(projectRoot ?? cwd));
  const marks = above.flatMap((folder) => projectMarkers.map((mark) => join(folder, mark)));
  const named = sources.map(({ layer, path }) => resolve(layer === 'project' ? root : (globalConfigDir ?? root), path));
  return { files: [...new Set([...marks, ...named])], folders: above.map((folder) => join(folder, '.git')) };
}

/**
 * Reads the state on disk of everything on which the result of reading a project depends: the identity, size and times
 * of files; programs cannot set the change time.
 */
export function fingerprintOf({ files, folders }: FingerprintPaths) {
  const looks = files.map(lookAt);
  const newestMs = Math.max(0, ...looks.map(({ changedMs }) => changedMs));
  return {
    /** If this text is the same at two points in time, so is the result of reading the project. */
    text: [...looks.map(({ text }) => text), ...folders.map(existsSync)].join(),
    /** True if the last change is old enough that any later change would have a different time stamp. */
    isSettled: (nowMs: number) => newestMs + uncertainMs < nowMs,
  };
}

function lookAt(file: string): { readonly text: string; readonly changedMs: number } {
  try {
    const status = statSync(file, { bigint: true, throwIfNoEntry: false });
    // A dangling link differs from a missing file.
    if (status === undefined)
      return { text: lstatSync(file, never)?.isSymbolicLink() === true ? 'link' : '', changedMs: 0 };
    const { dev, ino, size, mtimeNs, ctimeNs } = status;
    return { text: `${dev}.${ino}.${size}.${mtimeNs}.${ctimeNs}`, changedMs: Number(ctimeNs / 1_000_000n) };
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return { text: '', changedMs: 0 };
    // A file that is inaccessible now may contain anything the next time it is read.
    return { text: 'unknown', changedMs: Number.POSITIVE_INFINITY };
  }
}

const never = { throwIfNoEntry: false } as const;
