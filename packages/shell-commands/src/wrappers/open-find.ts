import type { ShellWord } from '../analysis.ts';
import { recordProgram } from '../walk/add-program.ts';
import { unreadable } from '../walk/source.ts';
import { inSubshell, type Walk } from '../walk/walk.ts';
import { openAt, startInner, type WrapperCall } from './wrapper-call.ts';

const executes: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** @internal Unwraps `find`: evaluates it like any other program, and starts the programs in its `-exec`. */
export function openFind(walk: Walk, call: WrapperCall): void {
  const { words, node } = call.started;
  if (words.some((word, index) => couldExecute(word, words[index + 1])))
    unreadable(walk, node, "an argument of 'find' that could be '-exec'");
  const own: number[] = [];
  const actions: Action[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    const action = word.kind === 'literal' && executes.has(word.value) ? findAction(walk, call, index) : undefined;
    if (action !== undefined) actions.push(action);
    else own.push(index);
    index = action?.end ?? index;
  }
  recordProgram(walk, call.started, own);
  for (const action of actions) inSubshell(walk, () => startInner(walk, call, action.words));
}

/** True if a word could be `-exec` and the next word could be the program. */
function couldExecute({ kind, value }: ShellWord, next: ShellWord | undefined): boolean {
  if (kind === 'literal' || (value !== '' && !value.startsWith('-') && kind !== 'many')) return false;
  return kind !== 'one' || (next !== undefined && !(next.kind === 'literal' && /^[-!(),]/.test(next.value)));
}

interface Action {
  readonly words: readonly ShellWord[];
  /** Index of the word that ends the command. */
  readonly end: number;
}

function findAction(walk: Walk, call: WrapperCall, start: number): Action {
  const { words, node } = call.started;
  const action = words[start]?.value ?? '';
  if (action.endsWith('dir'))
    unreadable(walk, node, `'${action}', which runs a program in folders that cannot be determined from the text`);
  let end = start + 2;
  while (end < words.length && !isEnd(words, end)) end++;
  if (end >= words.length) unreadable(walk, node, `'${action}' without the ';' that ends it`);
  const inner = words.slice(start + 1, end);
  if (inner.some((word) => word.kind === 'many' || (word.kind !== 'literal' && /^[;+]?$/.test(word.value))))
    unreadable(walk, node, `an argument of '${action}' that could end it`);
  const kind = words[end]?.value === '+' ? 'names' : 'one';
  return { words: inner.map((word) => openAt(word, { replaced: '{}', kind })), end };
}

function isEnd(words: readonly ShellWord[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  return word?.kind === 'literal' && (word.value === ';' || (word.value === '+' && before?.value === '{}'));
}
