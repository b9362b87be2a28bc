import type { CommandJudge, CommandShell } from '@modegate/mode-core/commands';
import { createCommandJudge } from '@modegate/mode-core/commands';
import { shellAnalyser } from '@modegate/shell-commands';

/** Creates a judge for the commands of a policy; `compileProject` creates its own. */
export function createShellCommandJudge(shell: CommandShell): CommandJudge {
  return createCommandJudge({ analyser: shellAnalyser, shell });
}
