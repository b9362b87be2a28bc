import type { ShellWord } from '../analysis.ts';
import { runProgram } from '../walk/add-program.ts';
import { unreadable } from '../walk/source.ts';
import type { Walk } from '../walk/walk.ts';
import { startInner, type WrapperCall } from './wrapper-call.ts';

const executes: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** @internal Opens `find`: judges it as any program, and starts what its `-exec` starts. */
export function openFind(walk: Walk, call: WrapperCall): void {
  const { words } = call.started;
  const own: number[] = [];
  const actions: Action[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    const action = word.kind === 'literal' && executes.has(word.value) ? findAction(walk, call, index) : undefined;
    if (action !== undefined) actions.push(action);
    else own.push(index);
    index = action?.end ?? index;
  }
  runProgram(walk, call.started, own);
  for (const action of actions) startAction(walk, call, action);
}

interface Action {
  readonly words: readonly ShellWord[];
  /** Index of the word that ends it. */
  readonly end: number;
  /** True for `-execdir`, which changes to the folder of each file. */
  readonly isElsewhere: boolean;
}

function findAction(walk: Walk, call: WrapperCall, start: number): Action {
  const { words, node } = call.started;
  const end = words.findIndex(
    ({ value }, index) => index > start + 1 && (value === ';' || (value === '+' && words[index - 1]?.value === '{}')),
  );
  const action = words.slice(start + 1, end);
  if (end < 0) unreadable(walk.source, node, `'${words[start]?.value ?? ''}' without the ';' that ends it`);
  if (action.some((word) => word.kind === 'many' || (word.kind !== 'literal' && word.value === '')))
    unreadable(walk.source, node, `an argument of '${words[start]?.value ?? ''}' that could end the action`);
  const isMany = words[end]?.value === '+';
  const inner = action.map((word): ShellWord => {
    const at = word.value.indexOf('{}');
    if (at < 0 || word.kind !== 'literal') return word;
    return { value: word.value.slice(0, at), text: word.text, kind: isMany ? 'names' : 'one' };
  });
  return { words: inner, end, isElsewhere: words[start]?.value.endsWith('dir') === true };
}

function startAction(walk: Walk, call: WrapperCall, { words, isElsewhere }: Action): void {
  const { folders } = walk;
  if (isElsewhere) walk.folders = undefined;
  startInner(walk, call, words);
  walk.folders = folders;
}
