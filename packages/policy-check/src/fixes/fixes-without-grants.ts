import { diffPolicies } from '../diff/diff-policies.ts';
import type { PermissionChange } from '../diff/permission-change.ts';
import type { PolicyState } from '../diff/policy-state.ts';
import { subjectKey } from '../matrix/subjects.ts';
import type { Finding } from '../source/finding.ts';
import { type ApplyFixesOptions, applyFixes, type FixedFiles } from './apply-fixes.ts';

/** Options of `applyFixesWithoutGrants`. */
export interface FixWithoutGrantsOptions extends ApplyFixesOptions {
  /**
   * Compiles the policies for files with these texts, each to compare with its counterpart: one with the configured
   * servers, one without (`servers` absent), which shows what a fix opens for future servers. Other files stay as they
   * are.
   */
  readonly policiesOf: (files: Readonly<Record<string, string>>) => readonly PolicyState[];
}

/** A fix that was omitted because some mode might be able to do more after it. */
export interface GrantingFix {
  readonly finding: Finding;
  /** Permissions that it would grant; empty if too many fixes grant something to tell them apart. */
  readonly grants: readonly PermissionChange[];
}

/** Files after the fixes that grant nothing. */
export interface NarrowFixedFiles extends FixedFiles {
  /** Findings whose fix would grant something; also contained in `skipped`. */
  readonly granting: readonly GrantingFix[];
}

/**
 * Like {@link applyFixes}, but omits fixes after which a mode might be able to do more. Anything unknown counts as
 * more. Fixes are tried together, and split in half if they grant something; later fixes are dropped in favour of
 * earlier ones.
 */
export function applyFixesWithoutGrants(
  files: Readonly<Record<string, string>>,
  findings: readonly Finding[],
  { policiesOf, ...options }: FixWithoutGrantsOptions,
): NarrowFixedFiles {
  const all = applyFixes(files, findings, options);
  const before = policiesOf(files);
  const search: Search = {
    granting: [],
    left: maxTried,
    grantsOf: (chosen) => {
      const after = policiesOf(applyFixes(files, chosen, options).files);
      const grants = before.flatMap((state, index) => listGrants(state, after[index]));
      return [...new Map(grants.map((grant) => [`${grant.mode} ${subjectKey(grant.subject)}`, grant])).values()];
    },
  };
  const kept = keepNarrow([], all.applied, search);
  const { files: fixed, applied } = kept.length === all.applied.length ? all : applyFixes(files, kept, options);
  const left = all.applied.filter((finding) => !applied.includes(finding));
  return { files: fixed, applied, skipped: [...all.skipped, ...left], granting: search.granting };
}

function listGrants(before: PolicyState, after: PolicyState | undefined): readonly PermissionChange[] {
  if (after === undefined) return [];
  return diffPolicies(before, after).changes.filter(({ mayGrant }) => mayGrant);
}

/** Each attempt compiles the policy; finding a few granting fixes takes a few dozen attempts. */
const maxTried = 400;

interface Search {
  readonly granting: GrantingFix[];
  left: number;
  readonly grantsOf: (chosen: readonly Finding[]) => readonly PermissionChange[];
}

/** Adds those fixes of a group that grant nothing in combination with the fixes accepted so far. */
function keepNarrow(kept: readonly Finding[], group: readonly Finding[], search: Search): readonly Finding[] {
  if (group.length === 0) return kept;
  if (search.left-- <= 0) return leaveOut(kept, group, search);
  const together = [...kept, ...group];
  const grants = search.grantsOf(together);
  if (grants.length === 0) return together;
  const [finding] = group;
  if (group.length === 1 && finding !== undefined) {
    search.granting.push({ finding, grants });
    return kept;
  }
  const middle = group.length >> 1;
  return keepNarrow(keepNarrow(kept, group.slice(0, middle), search), group.slice(middle), search);
}

function leaveOut(kept: readonly Finding[], group: readonly Finding[], { granting }: Search): readonly Finding[] {
  granting.push(...group.map((finding) => ({ finding, grants: [] })));
  return kept;
}
