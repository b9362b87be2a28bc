import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { describeWords } from './describe-words.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import type { CompletedShell } from './shells.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript } as const;

/** The completions of a program for a shell, made from the commands that it has now. */
export function completionScript(shell: CompletedShell, program: Command): string {
  return scripts[shell](program.name(), describeWords(program));
}
