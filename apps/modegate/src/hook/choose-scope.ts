import { type AgentName, type HookScope, hookDisablers } from '@modegate/agent-hooks';
import { AppError, confirm, print, type Terminal } from '@modegate/cli-kit';

/**
 * Returns the requested scope. If no scope was requested, and the agent does not read a project's hook from every
 * folder, asks the user to choose.
 *
 * @throws {AppError} exit code 2 without a terminal on which to ask the user.
 */
export async function chooseScope(
  client: AgentName,
  wanted: HookScope | undefined,
  terminal: Terminal,
): Promise<HookScope> {
  const gap = describeProjectGap(client);
  if (wanted !== undefined || gap === undefined) return wanted ?? 'project';
  if (!terminal.isAttended)
    throw new AppError(
      `${gap} Specify --scope global, which installs the hook for all your projects, or --scope project.`,
    );
  print(`${gap} A hook for all your projects always runs, and allows every call in projects that do not use Modegate.`);
  return (await confirm(terminal, 'Install it for all your projects (--scope global)?')) ? 'global' : 'project';
}

/**
 * Describes in a sentence the folders in which an agent does not read a project's hook; returns undefined if the agent
 * reads the hook everywhere.
 */
export function describeProjectGap(client: AgentName): string | undefined {
  const { title, projectMissing } = hookDisablers[client];
  return projectMissing && `${title} does not read a project's hook when it is started in ${projectMissing}.`;
}
