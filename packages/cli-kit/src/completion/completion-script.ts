import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { describeWords } from './describe-words.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import type { CompletedShell } from './shells.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript } as const;

/** Returns a program's completion script for a shell, based on the program's current commands. */
export function completionScript(shell: CompletedShell, program: Command): string {
  return scripts[shell](program.name(), describeWords(program));
}
