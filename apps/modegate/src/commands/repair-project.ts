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
import type { LoadedProject } from '../project/load-project.ts';
import type { CheckedProject } from './check-project.ts';

/** Texts by the file names of reports. */
export type Texts = Readonly<Record<string, string>>;

/** Selects the fixes to apply. */
export interface RepairFlags {
  readonly unsafe?: boolean;
  readonly allowGrants?: boolean;
}

/** One pass over a project. */
export interface RepairPass {
  /** The project's own files, before and after. */
  readonly before: Texts;
  readonly files: Texts;
  readonly applied: readonly Finding[];
  readonly checked: CheckedProject;
}

/** Result of all passes over a project. */
export interface Repairs {
  /** Number of repaired findings. */
  readonly count: number;
  /** Fixes skipped because of what they would grant. */
  readonly left: readonly GrantingFix[];
}

/** Each pass may reveal more to repair; more passes would mean that two rules undo each other. */
const maxPasses = 10;

/**
 * Applies fixes in several passes, except those that grant something unless requested. The user's own files stay
 * unchanged.
 *
 * @param check - Checks the project after the previous passes.
 * @param keep - Stores the result of a pass; returns true if another pass should follow.
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
    const before = textsOf(checked.project);
    const open = checked.result.findings.filter((finding) => isOwn(finding, before) && !left.has(keyOf(finding)));
    const { files, applied, granting } = repairFindings(checked, open, flags);
    for (const granted of granting) left.set(keyOf(granted.finding), granted);
    count += applied.length;
    if (!(await keep({ before, files, applied, checked })) || (applied.length === 0 && granting.length === 0)) break;
  }
  return { count, left: [...left.values()] };
}

/** Applies the fixes of some findings in one pass, except those that change the user's own files. */
export function repairFindings(
  { project, settings }: Pick<CheckedProject, 'project' | 'settings'>,
  findings: readonly Finding[],
  { unsafe = false, allowGrants = false }: RepairFlags,
): Omit<NarrowFixedFiles, 'skipped'> {
  const before = textsOf(project);
  const own = findings.filter((finding) => isOwn(finding, before));
  if (allowGrants) return { ...applyFixes(before, own, { isUnsafeAllowed: unsafe }), granting: [] };
  const { inventory } = project;
  const policiesOf = (texts: Texts) =>
    compileHypothetical(project, texts, settings.disabledTools).map((policy) => ({ policy, inventory }));
  return applyFixesWithoutGrants(before, own, { isUnsafeAllowed: unsafe, policiesOf });
}

/** Describes the grants of a fix in a sentence or two. */
export function describeGrants({ grants }: GrantingFix): string {
  const all = describeDiff({ changes: grants, addedModes: [], removedModes: [] }).join(' ');
  return all.length > maxShown ? `${all.slice(0, maxShown)}…` : all || 'Too many fixes grant something.';
}

const maxShown = 300;

function isOwn({ fix }: Finding, own: Texts): boolean {
  return fix?.edits.every(({ file }) => own[file] !== undefined) ?? false;
}

/** Key of a repair, equal in every pass. */
function keyOf({ fingerprint, fix }: Finding): string {
  return `${fingerprint} ${fix?.description ?? ''}`;
}

/** Files of the project itself. */
function textsOf({ sources }: LoadedProject): Texts {
  const own = sources.filter(({ layer, path }) => layer === 'project' && !isAbsolute(path));
  return Object.fromEntries(own.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text]])));
}
