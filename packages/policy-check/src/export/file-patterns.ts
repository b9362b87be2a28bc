import type { ExportedAccess } from './exported-access.ts';
import type { PathPatterns } from './path-globs.ts';
import { type PathSet, readPathSet } from './path-set.ts';

/** A file restriction in the form of patterns for an agent, with the reason for any loss. */
export interface FilePatterns extends PathPatterns {
  /** The reason why the patterns allow less than the restriction; undefined if they express it exactly. */
  readonly lost: string | undefined;
}

/**
 * Writes the file restriction of an access as patterns for an agent; returns undefined if there is no restriction to
 * write.
 */
export function writeFilePatterns(
  access: ExportedAccess,
  write: (set: PathSet) => PathPatterns,
): FilePatterns | undefined {
  if (access.state !== 'limited') return undefined;
  const patterns = write(readPathSet(access.pattern));
  return { ...patterns, lost: describeLoss(access.pattern, patterns) };
}

function describeLoss(pattern: string, { allow, isExact }: PathPatterns): string | undefined {
  if (isExact) return undefined;
  return allow.length === 0
    ? `its patterns cannot express any of the files that ${pattern} allows, so access is blocked`
    : `its patterns cannot express ${pattern} exactly, so they allow fewer files`;
}
