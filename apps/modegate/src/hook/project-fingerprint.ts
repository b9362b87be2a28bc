import { existsSync, lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listAncestors, projectMarkers } from '@modegate/policy-check/node';
import { errorCode } from '@modegate/text-files';
import type { HookProjectOptions, ReadHookProject } from './find-hook-project.ts';

/** Everything that the content of a loaded project depends on. */
export interface FingerprintPaths {
  readonly files: readonly string[];
  /** Folders whose existence matters, not their content. */
  readonly folders: readonly string[];
}

/** On some file systems, changes within this time may have the same timestamp. */
const uncertainMs = 2_000;

/** The state of these paths on the disk. */
export interface Fingerprint {
  /** Equal before and after means that nothing has changed. */
  readonly text: string;
  /** True if the last change is old enough that a later one has another timestamp. */
  readonly isSettled: (nowMs: number) => boolean;
}

/** Lists every path checked when reading a project, including missing files. */
export function fingerprintPaths(
  { root, sources }: ReadHookProject,
  { cwd, projectRoot, globalConfigDir }: HookProjectOptions,
): FingerprintPaths {
  const above = listAncestors(resolve(projectRoot ?? cwd));
  const marks = above.flatMap((folder) => projectMarkers.map((mark) => join(folder, mark)));
  const named = sources.map(({ layer, path }) => resolve(layer === 'project' ? root : (globalConfigDir ?? root), path));
  return { files: [...new Set([...marks, ...named])], folders: above.map((folder) => join(folder, '.git')) };
}

/** Reads the identity, size and times of files; no program can forge the change time. */
export function fingerprintOf({ files, folders }: FingerprintPaths): Fingerprint {
  const looks = files.map(lookAt);
  const newestMs = Math.max(0, ...looks.map(({ changedMs }) => changedMs));
  return {
    text: [...looks.map(({ text }) => text), ...folders.map(existsSync)].join(),
    isSettled: (nowMs) => newestMs + uncertainMs < nowMs,
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
    // An unreadable path may differ next time.
    return { text: 'unknown', changedMs: Number.POSITIVE_INFINITY };
  }
}

const never = { throwIfNoEntry: false } as const;
