import {
  type Baseline,
  type CheckResult,
  check,
  createWorkspace,
  readBaseline,
  type Workspace,
} from '@modegate/policy-check';
import { AppError } from '@modegate/program-shell';
import { readTextFile } from '@modegate/text-files';
import type { ListedFiles } from '../project/listed-files.ts';
import { type LoadedProject, loadProject } from '../project/load-project.ts';
import { findTestedModes } from '../project/policy-tests.ts';
import type { Settings } from '../settings.ts';

/** A project and what was found in it. */
export interface CheckedProject {
  readonly settings: Settings;
  readonly project: LoadedProject;
  /** What the rules looked at. */
  readonly workspace: Workspace;
  readonly result: CheckResult;
  readonly hasBaseline: boolean;
}

/** How to check a project. */
export interface CheckProjectOptions {
  /** Whether known findings are hidden. Default true. */
  readonly usesBaseline?: boolean | undefined;
  /** The files of the project. Default: as they are saved. */
  readonly source?: ListedFiles | undefined;
}

/** Loads a project and runs the rules that its settings ask for. */
export async function checkProject(
  settings: Settings,
  { usesBaseline = true, source }: CheckProjectOptions = {},
): Promise<CheckedProject> {
  const project = await loadProject(settings, source);
  const baseline = usesBaseline ? await loadBaseline(settings.baselineFile) : undefined;
  const testedModes = await findTestedModes(settings, project);
  const workspace = createWorkspace({ project, ...project, testedModes, budget: settings.budget });
  const result = check(workspace, { persona: settings.persona, rules: settings.rules, baseline });
  return { settings, project, workspace, result, hasBaseline: baseline !== undefined };
}

async function loadBaseline(file: string | undefined): Promise<Baseline | undefined> {
  if (file === undefined) return undefined;
  const reading = await readTextFile(file);
  if (reading.state !== 'read') {
    const reason = reading.state === 'missing' ? 'it does not exist; --write-baseline makes it' : reading.reason;
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
