import { decide, type Policy } from '@modegate/mode-core';
import { toRequests } from './call-requests.ts';
import type { JudgeOptions } from './judge-options.ts';
import { findLinkedPaths } from './linked-paths.ts';
import type { ResolvedPath } from './path-lookup.ts';
import { mayProceed, toVerdict, type Verdict } from './verdict.ts';

/** @internal A search in one mode, and where it begins. */
export interface LinkedSearch {
  readonly mode: string;
  readonly places: readonly ResolvedPath[];
  readonly options: JudgeOptions;
}

/** @internal Judges the places to which links below the folders of a search lead. */
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
            reason: `The search would follow a link to a place outside the limit. ${verdict.reason}`,
          };
    }
  }
}
