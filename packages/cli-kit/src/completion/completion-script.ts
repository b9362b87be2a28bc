import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { describeWords } from './describe-words.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import type { CompletedShell } from './shells.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript } as const;

/** Returns the completion script of a program for a shell, based on its current commands. */
export function completionScript(shell: CompletedShell, program: Command): string {
  return scripts[shell](program.name(), describeWords(program));
}
