import { existsSync, lstatSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listAncestors, projectMarkers } from '@modegate/policy-check/node';
import { errorCode } from '@modegate/text-files';
import type { HookProjectOptions, ReadHookProject } from './find-hook-project.ts';

/** Everything that a reading of a project depends on. */
export interface FingerprintPaths {
  readonly files: readonly string[];
  /** Folders whose content does not matter. */
  readonly folders: readonly string[];
}

/** A change so shortly before a reading may bear the same time as one shortly after it, on any file system. */
const uncertainMs = 2_000;

/** The state of all these places on the disk. */
export interface Fingerprint {
  /** Two readings between which this is the same give the same. */
  readonly text: string;
  /** Whether the last change is so long ago that a later one has another time. */
  readonly isSettled: (nowMs: number) => boolean;
}

/** Everything that was looked at to read a project, missing files included. */
export function fingerprintPaths(
  { root, sources }: ReadHookProject,
  { cwd, projectRoot, globalConfigDir }: HookProjectOptions,
): FingerprintPaths {
  const above = listAncestors(resolve(projectRoot ?? cwd));
  const marks = above.flatMap((folder) => projectMarkers.map((mark) => join(folder, mark)));
  const named = sources.map(({ layer, path }) => resolve(layer === 'project' ? root : (globalConfigDir ?? root), path));
  return { files: [...new Set([...marks, ...named])], folders: above.map((folder) => join(folder, '.git')) };
}

/** Looks at the identity, size and times of files; no program can set the time of a change. */
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
    // A link to nothing is not the same as nothing.
    if (status === undefined)
      return { text: lstatSync(file, never)?.isSymbolicLink() === true ? 'link' : '', changedMs: 0 };
    const { dev, ino, size, mtimeNs, ctimeNs } = status;
    return { text: `${dev}.${ino}.${size}.${mtimeNs}.${ctimeNs}`, changedMs: Number(ctimeNs / 1_000_000n) };
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return { text: '', changedMs: 0 };
    // What cannot be looked at may be anything the next time.
    return { text: 'unknown', changedMs: Number.POSITIVE_INFINITY };
  }
}

const never = { throwIfNoEntry: false } as const;
