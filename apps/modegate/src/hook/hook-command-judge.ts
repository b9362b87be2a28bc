import type { CommandJudge, CommandShell } from '@modegate/mode-core/commands';
import { createShellCommandJudge } from '@modegate/project';
import { defaultShell } from '@modegate/project/node';

/** Creates the command judge for a hook's policy. */
export function createHookCommandJudge(shell: CommandShell = defaultShell()): CommandJudge {
  return createShellCommandJudge(shell);
}
