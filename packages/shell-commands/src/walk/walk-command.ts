import type { Assignment, Command, Word } from 'unbash';
import { readRedirection } from './read-redirection.ts';
import { readArgument, readWord } from './read-word.ts';
import { partOf, unreadable } from './source.ts';
import { isAssignable } from './variables.ts';
import type { Walk } from './walk.ts';

/** @internal Walks a simple command: its assignments, its redirections, and the program that it starts. */
export function walkCommand(walk: Walk, command: Command): void {
  const { name, prefix, args, redirects } = command;
  for (const node of prefix)
    if (node.type === 'Assignment') checkAssignment(walk, node, name?.text === 'read' && node.name === 'IFS');
  for (const redirect of redirects) readRedirection(walk, redirect);
  if (name === undefined) {
    // For a redirection alone, zsh starts a pager.
    if (walk.shell === 'zsh' && redirects.length > 0)
      unreadable(walk, command, 'a redirection without a program, for which zsh starts a program');
    return;
  }
  const words = [readWord(walk, name), ...args.map((argument) => readArgument(walk, argument))];
  const node = { pos: name.pos, end: args.at(-1)?.end ?? name.end };
  const { text, position } = partOf(walk, node);
  walk.startProgram(walk, { words, node, text, position });
}

/** Checks an assignment; changing the characters at which a line is split is harmless only for `read`. */
function checkAssignment(walk: Walk, assignment: Assignment, isForRead: boolean): void {
  const { name, value, index, append } = assignment;
  const isPlain = index === undefined && append !== true && value.type !== 'ArrayValue';
  if (!isPlain || (!isAssignable(name, readWord(walk, value as Word)) && !isForRead))
    unreadable(walk, assignment, `the assignment to '${name}', which can change the program that runs`);
}
