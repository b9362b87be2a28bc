import type { CommandShell } from '@modegate/mode-core/commands';
import { findTool } from '@modegate/mode-core/tools';
import type { WhyQuestion } from './answers.ts';

/** A question without a mode and a target. */
export const blankQuestion: Omit<WhyQuestion, 'mode' | 'target'> = {
  files: '',
  command: '',
  shell: '',
  args: '',
  at: '',
  branch: '',
  ci: false,
};

/** True for a tool that runs a command. */
export function runsCommand(target: string): boolean {
  return findTool(target.trim())?.name === 'execute_command';
}

/** Returns the files or the command that a question concerns, for use with `readQuestion`. */
export function questionFields({ target, files, command, shell }: WhyQuestion): {
  readonly files: readonly string[];
  readonly command?: string;
  readonly shell?: CommandShell;
} {
  if (!runsCommand(target)) return { files: readLines(files) };
  return { files: [], command, ...(shell === '' ? {} : { shell }) };
}

/** Returns the non-empty lines of a field, without surrounding white space. */
function readLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
