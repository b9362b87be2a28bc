import type { CompletedCommand } from './describe-words.ts';
import { branch, commandPosition, findCommandPosition, shellQuoted, valueBranches } from './posix-script.ts';

/** Returns a program's completion script for zsh, including a description of each word. */
export function zshScript(program: string, commands: readonly CompletedCommand[]): string {
  const name = `_${program.replaceAll('-', '_')}`;
  return [
    `#compdef ${program}`,
    `# Zsh completions for ${program}. In ~/.zshrc, after compinit: eval "$(${program} completion zsh)"`,
    `${name}() {`,
    `  local at= i word prev=\${words[CURRENT-1]}`,
    '  local -a items',
    '  # The value of --option=value is part of the same word.',
    `  if [[ \${words[CURRENT]} == --*=* ]]; then prev=\${words[CURRENT]%%=*}; compset -P '*='; fi`,
    '  for ((i = 2; i < CURRENT; i++)); do',
    `    word=\${words[i]}`,
    ...findCommandPosition(commands, '$word'),
    '  done',
    '  case "$at|$prev" in',
    ...valueBranches(commands, ({ choices }) =>
      choices.length === 0 ? '_files; return' : `compadd -- ${choices.map(shellQuoted).join(' ')}; return`,
    ),
    '  esac',
    '  case "$at" in',
    ...commands.flatMap((command) =>
      branch([commandPosition(command.words)], `items=(${itemsOf(command).map(shellQuoted).join(' ')})`),
    ),
    '  esac',
    `  _describe ${shellQuoted(program)} items`,
    `  [[ \${words[CURRENT]} == -* ]] || _files`,
    '}',
    `compdef ${name} ${program}`,
    '',
  ].join('\n');
}

/** Returns items in the form `name:description`; an unescaped colon within a name would end the name. */
function itemsOf({ commands, options, choices }: CompletedCommand): readonly string[] {
  const item = (name: string, description: string) => `${name.replaceAll(':', '\\:')}:${description}`;
  return [
    ...commands.map(({ name, description }) => item(name, description)),
    ...choices.map((choice) => choice.replaceAll(':', '\\:')),
    ...options.flatMap(({ names, description }) => names.map((name) => item(name, description))),
  ];
}
