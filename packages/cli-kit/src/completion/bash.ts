import { type CompletedCommand, completionWords } from './describe-words.ts';
import { branch, commandPosition, findCommandPosition, shellQuoted, valueBranches } from './posix-script.ts';

/** Returns a program's completion script for bash 3.2 and later; if nothing matches, bash completes file names. */
export function bashScript(program: string, commands: readonly CompletedCommand[]): string {
  const name = `_${program.replaceAll('-', '_')}`;
  const reply = (words: readonly string[]) => `COMPREPLY=($(compgen -W ${shellQuoted(words.join(' '))} -- "$cur"))`;
  return [
    `# Bash completions for ${program}. In ~/.bashrc: eval "$(${program} completion bash)"`,
    `${name}() {`,
    `  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= i word`,
    '  COMPREPLY=()',
    '  # bash treats the = of --option=value as a separate word.',
    `  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi`,
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    `    word=\${COMP_WORDS[i]}`,
    ...findCommandPosition(commands, '$word'),
    '  done',
    '  case "$at|$prev" in',
    ...valueBranches(commands, ({ choices }) => (choices.length === 0 ? 'return' : `${reply(choices)}; return`)),
    '  esac',
    '  case "$at" in',
    ...commands.flatMap((command) => branch([commandPosition(command.words)], reply(completionWords(command)))),
    '  esac',
    '}',
    `complete -o default -F ${name} ${program}`,
    '',
  ].join('\n');
}
