import { diffPolicies } from '../diff/diff-policies.ts';
import type { PermissionChange } from '../diff/permission-change.ts';
import type { PolicyState } from '../diff/policy-state.ts';
import { subjectKey } from '../matrix/subjects.ts';
import type { Finding } from '../source/finding.ts';
import { type ApplyFixesOptions, applyFixes, type FixedFiles } from './apply-fixes.ts';

/** Options of `applyFixesWithoutGrants`. */
export interface FixWithoutGrantsOptions extends ApplyFixesOptions {
  /**
   * Compiles two policies for files with these texts, each of which is compared with its counterpart: one policy with
   * the configured servers, and one without (`servers` absent), which shows what a fix allows for future servers. Other
   * files remain unchanged.
   */
  readonly policiesOf: (files: Readonly<Record<string, string>>) => readonly PolicyState[];
  /**
   * Finds the actions that agents may take with these texts but might not have been able to take before, and vice
   * versa. Default: finds nothing.
   */
  readonly agentChangesOf?: ((files: Readonly<Record<string, string>>) => readonly FixedAgentChange[]) | undefined;
}

/** A change in the actions that an agent may take after a fix. */
export interface FixedAgentChange {
  /** True if something may now run that could not run before; false if something may no longer run. */
  readonly mayGrant: boolean;
  /** The change as a whole sentence. */
  readonly message: string;
}

/** A fix that was omitted because at least one mode might be able to do more after the fix. */
export interface GrantingFix {
  readonly finding: Finding;
  /**
   * Permissions that the fix would grant; empty if so many fixes grant something that their permissions cannot be
   * distinguished.
   */
  readonly grants: readonly PermissionChange[];
  /** Actions that agents may take after the fix or, if the fix should change nothing, may no longer take. */
  readonly agentChanges: readonly FixedAgentChange[];
}

/** Files after the fixes that grant nothing. */
export interface NarrowFixedFiles extends FixedFiles {
  /** Findings whose fix would grant something; also contained in `skipped`. */
  readonly granting: readonly GrantingFix[];
}

/**
 * Applies fixes in the same way as {@link applyFixes}, but omits fixes after which a mode or an agent might be able to
 * do more, and neutral fixes after which an agent might be able to do less. Anything unknown is treated as an increase.
 * Fixes are tried together, and the set is split in half if they grant something; earlier fixes take precedence over
 * later ones.
 */
export function applyFixesWithoutGrants(
  files: Readonly<Record<string, string>>,
  findings: readonly Finding[],
  { policiesOf, agentChangesOf = () => [], ...options }: FixWithoutGrantsOptions,
): NarrowFixedFiles {
  const all = applyFixes(files, findings, options);
  const before = policiesOf(files);
  const search: Search = {
    granting: [],
    left: maxTried,
    faultsOf: (chosen) => {
      const after = policiesOf(applyFixes(files, chosen, options).files);
      const grants = before.flatMap((state, index) => listGrants(state, after[index]));
      const named = new Map(grants.map((grant) => [`${grant.mode} ${subjectKey(grant.subject)}`, grant]));
      const own = chosen.filter(({ fix }) => fix?.isNeutral !== undefined);
      const isNeutral = own.every(({ fix }) => fix?.isNeutral === true);
      const changes = own.length === 0 ? [] : agentChangesOf(applyFixes(files, own, options).files);
      const agentChanges = changes.filter(({ mayGrant }) => mayGrant || isNeutral);
      return { grants: [...named.values()], agentChanges };
    },
  };
  const [neutral, others] = [true, false].map((isNeutral) =>
    all.applied.filter(({ fix }) => (fix?.isNeutral === true) === isNeutral),
  );
  const kept = keepNarrow(keepNarrow([], neutral ?? [], search), others ?? [], search);
  const { files: fixed, applied } = kept.length === all.applied.length ? all : applyFixes(files, kept, options);
  const left = all.applied.filter((finding) => !applied.includes(finding));
  return { files: fixed, applied, skipped: [...all.skipped, ...left], granting: search.granting };
}

function listGrants(before: PolicyState, after: PolicyState | undefined): readonly PermissionChange[] {
  if (after === undefined) return [];
  return diffPolicies(before, after).changes.filter(({ mayGrant }) => mayGrant);
}

/** Each attempt compiles the policy; finding the few fixes that grant something takes a few dozen attempts. */
const maxTried = 400;

interface Search {
  readonly granting: GrantingFix[];
  left: number;
  readonly faultsOf: (chosen: readonly Finding[]) => Omit<GrantingFix, 'finding'>;
}

/** Adds those fixes of a group that grant nothing in combination with the fixes accepted so far. */
function keepNarrow(kept: readonly Finding[], group: readonly Finding[], search: Search): readonly Finding[] {
  if (group.length === 0) return kept;
  if (search.left-- <= 0) return leaveOut(kept, group, search);
  const together = [...kept, ...group];
  const faults = search.faultsOf(together);
  if (faults.grants.length + faults.agentChanges.length === 0) return together;
  const [finding] = group;
  if (group.length === 1 && finding !== undefined) {
    search.granting.push({ finding, ...faults });
    return kept;
  }
  const middle = group.length >> 1;
  return keepNarrow(keepNarrow(kept, group.slice(0, middle), search), group.slice(middle), search);
}

function leaveOut(kept: readonly Finding[], group: readonly Finding[], { granting }: Search): readonly Finding[] {
  granting.push(...group.map((finding) => ({ finding, grants: [], agentChanges: [] })));
  return kept;
}
