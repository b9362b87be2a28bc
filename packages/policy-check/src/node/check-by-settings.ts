import type { Project } from '@modegate/project';
import { type CheckResult, check } from '../check/check.ts';
import type { InventoryServer } from '../matrix/inventory.ts';
import { createWorkspace } from '../workspace/create-workspace.ts';
import type { HookFault, Workspace } from '../workspace/workspace.ts';
import type { CheckSettings } from './check-settings.ts';
import { loadBaseline } from './load-baseline.ts';
import { findTestedModes } from './policy-tests.ts';

/** What a check may know beside the files of modes and servers. */
export interface CheckInput extends Project {
  readonly inventory: readonly InventoryServer[] | undefined;
  /** What the lock says the servers offer, where it is known beside what they offer now. */
  readonly lockedInventory: readonly InventoryServer[] | undefined;
  readonly projectFiles: readonly string[] | undefined;
  /** Where settings files of agents take hooks away. Default: they were not looked at. */
  readonly hookFaults?: readonly HookFault[] | undefined;
  /** The file that the settings were read from. */
  readonly settingsFile: { readonly file: string; readonly text: string } | undefined;
}

/** What was found, and what the rules looked at. */
export interface ProjectCheck {
  readonly workspace: Workspace;
  readonly result: CheckResult;
  readonly hasBaseline: boolean;
}

/** How a project is checked. */
export interface CheckBySettingsOptions {
  /** Whether known findings are hidden. Default true. */
  readonly usesBaseline?: boolean | undefined;
  /** What a file is called in the fingerprints of a baseline. Default: as in the project. */
  readonly nameInFingerprints?: ((file: string) => string) | undefined;
}

/**
 * Runs the rules that the settings of a project ask for.
 *
 * @throws {AppError} exit code 2 for a baseline or a file of expectations that cannot be read.
 */
export async function checkBySettings(
  settings: CheckSettings,
  project: CheckInput,
  { usesBaseline = true, nameInFingerprints }: CheckBySettingsOptions = {},
): Promise<ProjectCheck> {
  const baseline = usesBaseline ? await loadBaseline(settings.baselineFile) : undefined;
  const testedModes = await findTestedModes(settings, project);
  const workspace = createWorkspace({ project, ...project, testedModes, budget: settings.budget });
  const { persona, rules } = settings;
  const result = check(workspace, { preset: persona, rules, baseline, nameInFingerprints });
  return { workspace, result, hasBaseline: baseline !== undefined };
}
