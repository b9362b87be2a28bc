import type { ExportedAccess } from './exported-access.ts';
import type { PathPatterns } from './path-globs.ts';
import { type PathSet, readPathSet } from './path-set.ts';

/** A file limit as patterns of an agent, with the reason for any loss. */
export interface FilePatterns extends PathPatterns {
  /** Reason why they allow less than the limit; undefined if they express it exactly. */
  readonly lost: string | undefined;
}

/** Writes the limit of an access as an agent's patterns; undefined if there is no limit to write. */
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
