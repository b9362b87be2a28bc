import { type Command, createArgument } from 'commander';
import { printText } from '../print.ts';
import { type CompletedShell, completedShells } from './shells.ts';

/**
 * Adds the command that prints completions for a shell, based on the commands that the program has when this command
 * runs.
 */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(createArgument('<shell>', 'the shell').choices(completedShells))
    .description('print completions for a shell')
    .helpOption('-h, --help', 'show this help')
    .action(async (shell: CompletedShell) =>
      printText((await import('./completion-script.ts')).completionScript(shell, program)),
    );
}
