import { isAbsolute } from 'node:path';
import {
  applyFixes,
  applyFixesWithoutGrants,
  compileHypothetical,
  type Finding,
  type GrantingFix,
  type NarrowFixedFiles,
} from '@modegate/policy-check';
import { describeDiff } from '@modegate/policy-check/permissions';
import { findAgentChanges, projectFiles } from '../profiles/agent-fixes.ts';
import type { CheckedProject } from './check-project.ts';

/** File contents, keyed by the file names that reports use. */
export type Texts = Readonly<Record<string, string>>;

/** Flags that select fixes. */
export interface RepairFlags {
  readonly unsafe?: boolean;
  readonly allowGrants?: boolean;
}

/** Result of one pass over a project. */
export interface RepairPass {
  /** The project's own files, before and after the pass. */
  readonly before: Texts;
  readonly files: Texts;
  readonly applied: readonly Finding[];
  readonly checked: CheckedProject;
}

/** Result of repairing a project over several passes. */
export interface Repairs {
  /** Number of repaired findings. */
  readonly count: number;
  /** Fixes omitted because of the permissions that they would grant. */
  readonly left: readonly GrantingFix[];
}

/**
 * Each pass may reveal further findings to repair; if more passes than this were needed, two rules would be undoing
 * each other's changes.
 */
const maxPasses = 10;

/**
 * Repairs a project pass by pass; omits fixes that would grant a permission, unless they were requested. Does not
 * change the user's files.
 *
 * @param check - Checks the project in its state after the previous passes.
 * @param keep - Accepts the repairs made in a pass; returns true if another pass should follow.
 */
export async function repairProject(
  flags: RepairFlags,
  check: () => Promise<CheckedProject>,
  keep: (pass: RepairPass) => Promise<boolean>,
): Promise<Repairs> {
  const left = new Map<string, GrantingFix>();
  let count = 0;
  for (let pass = 0; pass < maxPasses; pass++) {
    const checked = await check();
    const before = textsOf(checked);
    const open = checked.result.findings.filter((finding) => isOwn(finding, before) && !left.has(keyOf(finding)));
    const { files, applied, granting } = repairFindings(checked, open, flags);
    for (const granted of granting) left.set(keyOf(granted.finding), granted);
    count += applied.length;
    if (!(await keep({ before, files, applied, checked })) || (applied.length === 0 && granting.length === 0)) break;
  }
  return { count, left: [...left.values()] };
}

/** Performs one pass over some findings; skips findings whose fix touches one of the user's files. */
export function repairFindings(
  checked: Pick<CheckedProject, 'project' | 'settings' | 'agents'>,
  findings: readonly Finding[],
  { unsafe = false, allowGrants = false }: RepairFlags,
): Omit<NarrowFixedFiles, 'skipped'> {
  const { project, settings, agents } = checked;
  const before = textsOf(checked);
  const own = findings.filter((finding) => isOwn(finding, before));
  if (allowGrants) return { ...applyFixes(before, own, { isUnsafeAllowed: unsafe }), granting: [] };
  const { inventory } = project;
  const policiesOf = (texts: Texts) =>
    compileHypothetical(project, texts, settings.disabledTools).map((policy) => ({ policy, inventory }));
  const agentChangesOf = (texts: Texts) => findAgentChanges(agents, texts);
  return applyFixesWithoutGrants(before, own, { isUnsafeAllowed: unsafe, policiesOf, agentChangesOf });
}

/**
 * Describes the permissions that a fix may grant, or may take away even though it should change nothing: "may grant:
 * …".
 */
export function describeGrants({ grants, agentChanges }: GrantingFix): string {
  const own = describeDiff({ changes: grants, addedModes: [], removedModes: [] });
  const all = [...own, ...agentChanges.map(({ message }) => message)].join(' ');
  const isGrant = agentChanges.length === 0 || agentChanges.some(({ mayGrant }) => mayGrant) || grants.length > 0;
  const shown = all.length > maxShown ? `${all.slice(0, maxShown)}…` : all;
  return `${isGrant ? 'may grant' : 'may take away'}: ${shown || 'unknown, because too many fixes grant permissions.'}`;
}

const maxShown = 300;

/** Lists the files that a pass changes, with their new texts. */
export function changedTexts({ before, files }: Pick<RepairPass, 'before' | 'files'>): readonly [string, string][] {
  return Object.entries(files).filter(([file, text]) => text !== before[file]);
}

function isOwn({ fix }: Finding, own: Texts): boolean {
  return fix?.edits.every(({ file }) => own[file] !== undefined) ?? false;
}

/** Returns a key that identifies the same fix at the same location in every pass. */
function keyOf({ fingerprint, fix }: Finding): string {
  return `${fingerprint} ${fix?.description ?? ''}`;
}

/** Returns the files that belong to the project itself and to its agents. */
function textsOf({ project: { sources }, agents }: Pick<CheckedProject, 'project' | 'agents'>): Texts {
  const own = sources.filter(({ layer, path }) => layer === 'project' && !isAbsolute(path));
  return Object.fromEntries([
    ...agents.flatMap(({ files }) => projectFiles(files).map(({ name, text }) => [name, text])),
    ...own.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text]])),
  ]);
}
