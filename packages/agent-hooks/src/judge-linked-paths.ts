import { decide, type Policy } from '@modegate/mode-core';
import { toRequests } from './call-requests.ts';
import type { JudgeOptions } from './judge-options.ts';
import type { PathLookup, ResolvedPath } from './path-lookup.ts';
import { mayProceed, toVerdict, type Verdict } from './verdict.ts';

/** @internal A search in one mode, and its starting point. */
export interface LinkedSearch {
  readonly mode: string;
  readonly places: readonly ResolvedPath[];
  readonly options: JudgeOptions;
}

/** @internal Checks the targets of symbolic links below the folders of a search. */
export function* judgeLinkedPaths(
  policy: Policy,
  tool: string,
  { mode, places, options }: LinkedSearch,
): Iterable<Verdict> {
  for (const place of findLinkedPaths(places, options)) {
    for (const request of toRequests(policy, { tool, paths: [place.path] }, [place])) {
      const verdict = toVerdict(decide(policy, { ...options.circumstances, ...request, mode }));
      yield mayProceed(verdict)
        ? verdict
        : {
            ...verdict,
            reason: `The search would follow a link to a location outside the allowed paths. ${verdict.reason}`,
          };
    }
  }
}

/**
 * Yields the targets of symbolic links below folders. If a link leads to a folder, the targets of the links below that
 * folder are also yielded. Callers must request the next target only if the previous one is allowed, so that a folder
 * that may not be read is never searched.
 */
function* findLinkedPaths(
  places: readonly ResolvedPath[],
  { locate, linksBelow = () => [] }: PathLookup,
): Generator<ResolvedPath> {
  const seen = new Set(places.map(({ absolute }) => absolute));
  const pending = places.filter(isFolder);
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const place of linksBelow(folder.absolute).flatMap(locate)) {
      if (seen.has(place.absolute)) continue;
      seen.add(place.absolute);
      yield place;
      if (isFolder(place)) pending.push(place);
    }
  }
}

function isFolder({ kind }: ResolvedPath): boolean {
  return kind === 'folder';
}
