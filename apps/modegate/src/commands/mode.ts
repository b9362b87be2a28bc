import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { chosenModeFile, chosenModeText, findActiveMode } from '@modegate/agent-hooks/node';
import { AppError, print } from '@modegate/cli-kit';
import { describeUnknownMode } from '@modegate/mode-core';
import { escapeControls } from '@modegate/policy-check/reporters';
import { replaceTextFile } from '@modegate/text-files';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type HookProject, loadHookProject } from '../hook/load-hook-project.ts';
import { stateDir, wantedGlobalFolder } from '../settings.ts';

/** Flags for `modegate mode`. */
export interface ModeFlags {
  readonly projectRoot?: string;
  readonly global?: boolean;
  readonly globalConfigDir?: string;
}

/** Shows the mode that hooks apply, and why they apply it. Returns 1 if no mode is set or the mode does not exist. */
export async function runMode(flags: ModeFlags): Promise<ExitCode> {
  const project = await load(flags);
  const inForce = findActiveMode({ project, state: stateDir(), flag: undefined });
  if (inForce === undefined) {
    print('No mode is active, so hooks without --mode refuse every call. Choose one with `modegate mode use <slug>`.');
    return exitCodes.findings;
  }
  print(`${escapeControls(inForce.mode)}  set by ${inForce.why}, in ${project.root}`);
  const mode = project.policy.modes.find(({ config }) => config.slug === inForce.mode);
  if (mode === undefined) {
    print(describeUnknownMode(project.policy, inForce.mode));
    return exitCodes.findings;
  }
  if (mode.config.groups.some((group) => group === 'command'))
    print("The mode has the group 'command'. File restrictions do not apply to files that a shell command writes.");
  print(
    'The --mode option of a hook takes precedence. If an agent or subagent has the same name as a mode, that mode also restricts it.',
  );
  return exitCodes.clean;
}

/**
 * Sets the mode that hooks apply; it is stored outside the project.
 *
 * @throws {AppError} exit code 2 when the project has no such mode.
 */
export async function runModeUse(slug: string, flags: ModeFlags): Promise<ExitCode> {
  const project = await load(flags);
  const { root, policy } = project;
  if (!policy.modes.some(({ config }) => config.slug === slug)) throw new AppError(describeUnknownMode(policy, slug));
  const file = chosenModeFile(stateDir(), root);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceTextFile(file, chosenModeText(root, slug));
  print(`Hooks in ${root} will use the mode '${slug}', starting with the next call.`);
  return exitCodes.clean;
}

/** Clears the mode that was set. */
export async function runModeClear(flags: ModeFlags): Promise<ExitCode> {
  const { root } = await load(flags);
  await rm(chosenModeFile(stateDir(), root), { force: true });
  print(`${root} no longer has an active mode.`);
  return exitCodes.clean;
}

function load({ projectRoot, ...flags }: ModeFlags): Promise<HookProject> {
  return loadHookProject({
    projectRoot: projectRoot === undefined ? undefined : resolve(projectRoot),
    cwd: process.cwd(),
    globalConfigDir: wantedGlobalFolder(flags),
  });
}
