import type * as Bash from 'unbash';
import { areWithin, type Folders, joinFolders } from './folders.ts';
import { readRedirection } from './read-redirection.ts';
import { readWord } from './read-word.ts';
import { refuseDoubled, unreadable } from './source.ts';
import { isHarmlessName } from './variables.ts';
import { inSubshell, type Walk } from './walk.ts';
import { walkCommand } from './walk-command.ts';
import { walkTest } from './walk-test.ts';

/** Possible working folders after a command; for `cd`, they depend on whether it succeeds. */
interface Outcome {
  readonly success: Folders;
  readonly failure: Folders;
}

/** @internal Walks every statement in a script, regardless of conditions. */
export function walkScript(walk: Walk, script: Bash.ParsedScript): void {
  const [error] = script.errors ?? [];
  if (error !== undefined) unreadable(walk, { pos: error.pos, end: script.end }, `a syntax error (${error.message})`);
  walkStatements(walk, script.commands);
}

/** Returns all possible folders: in zsh, only the last pipeline of `a && b &` runs in the background. */
function anyOf(before: Folders, { success, failure }: Outcome): Folders {
  return joinFolders(before, joinFolders(success, failure));
}

function walkStatements(walk: Walk, statements: readonly Bash.Statement[]): Outcome {
  let outcome = same(walk);
  for (const { command, background } of statements) {
    const before = walk.folders;
    outcome = command.type === 'AndOr' ? walkAndOr(walk, command) : walkPipelineNode(walk, command);
    if (background === true) outcome = both(walk.shell === 'zsh' ? anyOf(before, outcome) : before);
    walk.folders = joinFolders(outcome.success, outcome.failure);
  }
  return outcome;
}

function walkAndOr(walk: Walk, { commands, operators }: Bash.AndOr): Outcome {
  let outcome = same(walk);
  for (const [index, command] of commands.entries()) {
    const operator = operators[index - 1];
    walk.folders = operator === '||' ? outcome.failure : outcome.success;
    const next = walkPipelineNode(walk, command);
    if (operator === undefined) outcome = next;
    else if (operator === '&&')
      outcome = { success: next.success, failure: joinFolders(outcome.failure, next.failure) };
    else outcome = { success: joinFolders(outcome.success, next.success), failure: next.failure };
  }
  return outcome;
}

function walkPipelineNode(walk: Walk, node: Bash.PipelineNode): Outcome {
  return node.type === 'Pipeline' ? walkPipeline(walk, node) : walkNode(walk, node);
}

function walkPipeline(walk: Walk, node: Bash.Pipeline): Outcome {
  const { prefixes, commands, operators } = node;
  const before = walk.folders;
  const isTimedProgram = walk.shell === 'sh' && prefixes.some(({ type }) => type === 'Time');
  if (isTimedProgram && isOption(commands[0]))
    unreadable(walk, commands[0] as Bash.CommandNode, "an option of 'time', which is a program in 'sh'");
  if (walk.shell === 'sh' && operators.includes('|&'))
    unreadable(walk, node, "the operator '|&', which 'sh' does not have");
  const isNegated = prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  if (commands.length === 1 && commands[0] !== undefined) {
    const { success, failure } = walkNode(walk, commands[0]);
    if (isTimedProgram) return both(anyOf(before, { success, failure }));
    return isNegated ? { success: failure, failure: success } : { success, failure };
  }
  let after = before;
  for (const command of commands) {
    walk.folders = before;
    const { success, failure } = walkNode(walk, command);
    // In zsh, the last command runs in the shell itself.
    after = walk.shell === 'zsh' ? anyOf(before, { success, failure }) : before;
  }
  return both(after);
}

function isOption(command: Bash.CommandNode | undefined): boolean {
  return command?.type === 'Command' && command.name?.text.startsWith('-') === true;
}

function walkNode(walk: Walk, node: Bash.CommandNode): Outcome {
  switch (node.type) {
    case 'Command':
      return walkSimple(walk, node);
    case 'Redirected':
      for (const redirect of node.redirects) readRedirection(walk, redirect);
      return walkCompound(walk, node.command);
    case 'Function':
      return unreadable(walk, node, 'a function, which changes the command that a name runs');
    case 'Coproc':
      return unreadable(walk, node, 'a coprocess, which sets a variable');
    default:
      return walkCompound(walk, node);
  }
}

function walkCompound(walk: Walk, node: Bash.CompoundCommand): Outcome {
  const { hereDocuments } = walk;
  if (hereDocuments === 'alone') walk.hereDocuments = 'nowhere';
  const outcome = walkCompoundBody(walk, node);
  walk.hereDocuments = hereDocuments;
  return outcome;
}

function walkSimple(walk: Walk, command: Bash.Command): Outcome {
  const failure = walk.folders;
  walkCommand(walk, command);
  return { success: walk.folders, failure };
}

function walkCompoundBody(walk: Walk, node: Bash.CompoundCommand): Outcome {
  switch (node.type) {
    case 'BraceGroup':
      return walkStatements(walk, node.body.commands);
    case 'Subshell':
      refuseDoubled(walk, node);
      inSubshell(walk, () => walkStatements(walk, node.body.commands));
      return same(walk);
    case 'If':
      return walkIf(walk, node);
    case 'While':
      return walkWhile(walk, node);
    case 'For':
      return walkFor(walk, node);
    case 'Case':
      return walkCase(walk, node);
    case 'TestCommand':
      walkTest(walk, node);
      return same(walk);
    case 'Select':
      return unreadable(walk, node, "'select', which reads a variable");
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      return unreadable(walk, node, 'arithmetic, which evaluates the text of variables');
    default:
      return unreadable(walk, node, 'an unknown kind of command');
  }
}

function same({ folders }: Walk): Outcome {
  return both(folders);
}

function both(folders: Folders): Outcome {
  return { success: folders, failure: folders };
}

function walkIf(walk: Walk, node: Bash.If): Outcome {
  let after: Folders = [];
  for (const { clause, then } of [node, ...node.elif]) {
    const { success, failure } = walkStatements(walk, clause.commands);
    walk.folders = success;
    walkStatements(walk, then.commands);
    after = joinFolders(after, walk.folders);
    walk.folders = failure;
  }
  if (node.else !== undefined) walkStatements(walk, node.else.commands);
  walk.folders = joinFolders(after, walk.folders);
  return same(walk);
}

function walkFor(walk: Walk, node: Bash.For): Outcome {
  const { name, wordlist = [], body } = node;
  if (!isHarmlessName(name.text)) unreadable(walk, name, 'a variable whose name may matter to a program');
  for (const word of wordlist) readWord(walk, word);
  return walkLoop(walk, () => {
    walkStatements(walk, body.commands);
    return [];
  });
}

function walkWhile(walk: Walk, { kind, clause, body }: Bash.While): Outcome {
  return walkLoop(walk, () => {
    const { success, failure } = walkStatements(walk, clause.commands);
    walk.folders = kind === 'while' ? success : failure;
    walkStatements(walk, body.commands);
    return kind === 'while' ? failure : success;
  });
}

/**
 * Walks a loop once; if the loop changes the folder, walks it again for any folder, because it may run any number of
 * times.
 *
 * @param visit - Walks the loop and returns the folders that are current when the loop's condition ends the loop.
 */
function walkLoop(walk: Walk, visit: () => Folders): Outcome {
  const { folders: before, jumped, programs, files } = walk;
  const counts = [programs.length, files.length] as const;
  walk.jumped = [];
  let end = visit();
  if (!areWithin(joinFolders(walk.folders, walk.jumped), before)) {
    programs.length = counts[0];
    files.length = counts[1];
    walk.folders = undefined;
    end = visit();
  }
  walk.folders = [walk.folders, walk.jumped, end].reduce(joinFolders, before);
  // `break 2` also leaves the enclosing loop.
  walk.jumped = joinFolders(jumped, walk.jumped);
  return same(walk);
}

function walkCase(walk: Walk, { word, items }: Bash.Case): Outcome {
  readWord(walk, word);
  const before = walk.folders;
  let after = before;
  // `;&` continues with the next branch, which may therefore start in any folder in which an earlier branch ended.
  for (const { pattern, body } of items) {
    walk.folders = after;
    for (const one of pattern) readWord(walk, one);
    walkStatements(walk, body.commands);
    after = joinFolders(after, walk.folders);
  }
  walk.folders = after;
  return same(walk);
}
