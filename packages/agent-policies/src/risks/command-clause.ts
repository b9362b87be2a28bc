import { analyseCommand, findProgramNature } from '@modegate/shell-commands';
import { describeEffects } from '../describe-effects.ts';

/** @internal Clause for a command such as an interpreter or a build tool. */
export const anyCode = 'runs whatever code it is given';

/** @internal Returns the actual effect of a command, as a clause worded to follow "which": "writes x (git)". */
export function commandClause(command: string): string {
  const analysis = analyseCommand(command, { shell: 'bash' });
  const { programs } = analysis;
  if (programs.some((program) => findProgramNature(program) === 'anything')) return anyCode;
  const [effect] = describeEffects(analysis);
  return effect ?? `runs '${programs.at(-1)?.text ?? command}'`;
}

/** @internal Returns the words of the only program in a text; returns undefined for any other text. */
export function plainWords(command: string): readonly string[] | undefined {
  const { programs, unreadable } = analyseCommand(command, { shell: 'bash' });
  const [program, second] = programs;
  if (unreadable !== undefined || program === undefined || second !== undefined) return undefined;
  return program.words.every(({ kind }) => kind === 'literal') ? program.words.map(({ value }) => value) : undefined;
}

/** @internal True if the text is certain to run another command, either in a wrapper or in a different spelling. */
export function startsCommand(text: string, command: string): boolean {
  const wanted = plainWords(command)?.join(' ');
  const { programs } = analyseCommand(text, { shell: 'bash' });
  return (
    wanted !== undefined &&
    programs.some(({ words }) =>
      words
        .map(({ value }) => value)
        .join(' ')
        .endsWith(wanted),
    )
  );
}

/** @internal True if a command reads, searches or changes a file, or runs code that mentions the file. */
export function touchesFile(command: string, file: string): boolean {
  const { programs, files, unreadable } = analyseCommand(command, { shell: 'bash' });
  if (unreadable !== undefined) return false;
  // Only a shell expands a tilde.
  if (programs.some((program) => findProgramNature(program) === 'anything')) return !file.startsWith('~');
  return files.some(({ path = '.' }) => path === '.' || path === file || file.startsWith(`${path}/`));
}
