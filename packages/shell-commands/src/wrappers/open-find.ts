import type { ShellWord } from '../analysis.ts';
import { runProgram } from '../walk/add-program.ts';
import { unreadable } from '../walk/source.ts';
import type { Walk } from '../walk/walk.ts';
import { startInner, type WrapperCall } from './wrapper-call.ts';

const executes: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** @internal Opens `find`: starts what its `-exec` starts, and judges the rest as of any program. */
export function openFind(walk: Walk, call: WrapperCall): void {
  const { words } = call.started;
  const own: number[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    if (word.kind === 'literal' && executes.has(word.value)) index = openAction(walk, call, index);
    else own.push(index);
  }
  runProgram(walk, call.started, own);
}

/** Starts the program of one action, and returns the index of the word that ends it. */
function openAction(walk: Walk, call: WrapperCall, start: number): number {
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
  const { folders } = walk;
  if (words[start]?.value.endsWith('dir') === true) walk.folders = undefined;
  startInner(walk, call, inner);
  walk.folders = folders;
  return end;
}
