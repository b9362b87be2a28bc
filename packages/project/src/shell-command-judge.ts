import type { CommandJudge, CommandShell } from '@modegate/mode-core/commands';
import { createCommandJudge } from '@modegate/mode-core/commands';
import { shellAnalyser } from '@modegate/shell-commands';

/** Creates a judge for a policy's commands; `compileProject` creates its own. */
export function createShellCommandJudge(shell: CommandShell): CommandJudge {
  return createCommandJudge({ analyser: shellAnalyser, shell });
}
