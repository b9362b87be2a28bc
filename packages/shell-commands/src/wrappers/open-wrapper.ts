import type { ShellWord } from '../analysis.ts';
import { addProgram, recordProgram } from '../walk/add-program.ts';
import { enterFolder, joinFolders } from '../walk/folders.ts';
import { recordFile } from '../walk/record.ts';
import { unreadable } from '../walk/source.ts';
import { isAssignable } from '../walk/variables.ts';
import { inSubshell, type StartedProgram, type Walk } from '../walk/walk.ts';
import { openFind } from './open-find.ts';
import { openShell, walkText } from './open-shell.ts';
import { openXargs } from './open-xargs.ts';
import { type OptionLists, readWrapperOptions, startInner, type WrapperCall } from './wrapper-call.ts';
import { grammars, type WrapperGrammar } from './wrapper-grammars.ts';

/** @internal Unwraps a wrapper and starts the program inside it; returns false for any other name. */
export function openWrapper(walk: Walk, name: string, call: WrapperCall): boolean {
  const grammar = Object.hasOwn(grammars, name) ? grammars[name] : undefined;
  if (grammar !== undefined) openByGrammar(walk, grammar, call);
  else if (name === 'xargs') openXargs(walk, call);
  else if (name === 'find') openFind(walk, call);
  else if (isShell(name)) openShell(walk, name, call);
  else if (name === 'watch') openWatch(walk, call);
  else return false;
  return true;
}

/** @internal True if an analysis examines everything that this program starts. */
export function isWrapper(name: string): boolean {
  return Object.hasOwn(grammars, name) || name === 'xargs' || name === 'watch';
}

/** @internal True for a shell in the Bourne family. */
export function isShell(name: string): boolean {
  return /^(?:ba|da|z|k|mk|a)?sh$/.test(name);
}

function openByGrammar(walk: Walk, grammar: WrapperGrammar, call: WrapperCall): void {
  const { started } = call;
  const { words, node } = started;
  const { end, found } =
    grammar.numbers === true && isNumber(words[1]) ? { end: 2, found: [] } : readWrapperOptions(walk, grammar, started);
  if (found.some(({ option }) => grammar.prints?.has(option) === true)) {
    addProgram(walk, started, { need: 'free' });
    return;
  }
  for (const { option, value } of found)
    if (grammar.writes?.has(option) === true)
      recordFile(walk, { tool: 'write_to_file', word: value, node, by: words[0]?.value ?? '' });
  const inner = readInner(walk, started, { grammar, end });
  if (inner.length === 0) {
    recordProgram(walk, started);
    return;
  }
  const before = walk.folders;
  const folder = found.findLast(({ option }) => grammar.changesFolder?.has(option) === true);
  addProgram(walk, started, { need: grammar.needsRule === true || folder !== undefined ? 'rule' : call.need });
  if (folder !== undefined) walk.folders = enterFolder(before, folder.value);
  startInner(walk, call, inner);
  // In zsh, `command cd` is a program.
  walk.folders = grammar.inShell === true ? joinFolders(before, walk.folders) : before;
}

function isNumber(word: ShellWord | undefined): boolean {
  return word?.kind === 'literal' && /^-\d+$/.test(word.value);
}

/** Returns the words of the program that a wrapper starts, after the wrapper's assignments and operands. */
function readInner(
  walk: Walk,
  started: StartedProgram,
  { grammar, end }: { readonly grammar: WrapperGrammar; readonly end: number },
): readonly ShellWord[] {
  const { words, node } = started;
  let start = end;
  for (; grammar.assigns === true && words[start]?.value.includes('=') === true; start++)
    checkAssignment(walk, started, words[start] as ShellWord);
  const operands = words.slice(start, start + (grammar.operands ?? 0));
  if (operands.some(({ kind }) => kind !== 'literal'))
    unreadable(walk, node, `an argument of '${words[0]?.value ?? ''}' that is not literal`);
  return words.slice(start + operands.length);
}

function checkAssignment(walk: Walk, { node }: StartedProgram, word: ShellWord): void {
  const at = word.value.indexOf('=');
  const name = word.value.slice(0, at);
  if (!isAssignable(name, { ...word, value: word.value.slice(at + 1) }))
    unreadable(walk, node, `the assignment to '${name}', which can change the program that runs`);
  if (word.kind === 'many' || word.kind === 'names')
    unreadable(walk, node, `an assignment to '${name}' that may be more than one word`);
}

const watchOptions: OptionLists = {
  flags: new Set(
    '-b -c -d -e -g -p -r -t -w -x --beep --color --differences --errexit --chgexit --precise --no-title --no-wrap --exec'.split(
      ' ',
    ),
  ),
  values: new Set(['-n', '--interval']),
  optional: new Set(['-d']),
};

/** Unwraps `watch`, which passes its words to a shell as a single string unless it has the option `-x`. */
function openWatch(walk: Walk, call: WrapperCall): void {
  const { started } = call;
  const { end, found } = readWrapperOptions(walk, watchOptions, started);
  const inner = started.words.slice(end);
  if (inner.length === 0) {
    recordProgram(walk, started);
    return;
  }
  addProgram(walk, started, { need: call.need });
  if (found.some(({ option }) => option === '-x' || option === '--exec'))
    inSubshell(walk, () => startInner(walk, call, inner));
  else if (inner.some(({ kind }) => kind !== 'literal')) unreadable(walk, started.node, 'text that is not literal');
  else walkText(walk, call, { text: inner.map(({ value }) => value).join(' '), shell: 'sh' });
}
