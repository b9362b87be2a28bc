import type { Project } from '@modegate/project';
import { readTextFile } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import { type Baseline, readBaseline } from '../check/baseline.ts';
import { type CheckResult, check } from '../check/check.ts';
import { createWorkspace } from '../workspace/create-workspace.ts';
import type { Workspace, WorkspaceInput } from '../workspace/workspace.ts';
import type { CheckSettings } from './check-settings.ts';
import { findTestedModes } from './policy-tests.ts';

/** Information that a check may use in addition to the modes and server files. */
export interface CheckInput
  extends Project,
    Required<Pick<WorkspaceInput, 'inventory' | 'lockedInventory' | 'projectFiles' | 'settingsFile'>>,
    Pick<WorkspaceInput, 'hookFaults' | 'permissionFaults'> {}

/** Findings, and everything that the rules examined. */
export interface ProjectCheck {
  readonly workspace: Workspace;
  readonly result: CheckResult;
  readonly hasBaseline: boolean;
}

/** Options of `checkBySettings`. */
export interface CheckBySettingsOptions {
  /** True to hide known findings. Default true. */
  readonly usesBaseline?: boolean | undefined;
  /** Returns the name that the fingerprints of a baseline use for a file. Default: the name in the project. */
  readonly nameInFingerprints?: ((file: string) => string) | undefined;
}

/**
 * Runs the rules that the settings of a project select.
 *
 * @throws {AppError} exit code 2 if a baseline or an expectations file cannot be read.
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

/**
 * Loads the known findings from a file; returns undefined if no file is specified.
 *
 * @throws {AppError} exit code 2 if the file does not exist or is not a baseline.
 */
async function loadBaseline(file: string | undefined): Promise<Baseline | undefined> {
  if (file === undefined) return undefined;
  const reading = await readTextFile(file);
  if (reading.state !== 'read') {
    const reason =
      reading.state === 'missing' ? 'it does not exist; use --write-baseline to create it' : reading.reason;
    throw new AppError(`The baseline ${file} could not be read: ${reason}.`);
  }
  const baseline = readBaseline(parseJson(reading.text));
  if (baseline !== undefined) return baseline;
  throw new AppError(`${file} is not a baseline: expected { "version": 1, "findings": […] }.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
