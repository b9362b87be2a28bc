import type { ShellWord } from '../analysis.ts';
import { addProgram } from '../walk/add-program.ts';
import { recordFile } from '../walk/record.ts';
import { inSubshell, type Walk } from '../walk/walk.ts';
import { type FoundOption, openAt, readWrapperOptions, startInner, type WrapperCall } from './wrapper-call.ts';

const lists = {
  flags: new Set(
    '-0 -r -t -p -o -x -i -l -e --null --no-run-if-empty --verbose --interactive --open-tty --exit --replace --max-lines --eof'.split(
      ' ',
    ),
  ),
  values: new Set(
    '-a -d -E -I -L -n -P -s --arg-file --delimiter --max-lines --max-args --max-procs --max-chars --replace --eof'.split(
      ' ',
    ),
  ),
  optional: new Set(['-i', '-l', '-e']),
};

const echo: ShellWord = { value: 'echo', text: 'echo', kind: 'literal' };

/**
 * @internal Unwraps `xargs`, which adds the words from its input to the program, or puts them in place of a given
 * string.
 */
export function openXargs(walk: Walk, call: WrapperCall): void {
  const { started } = call;
  const { end, found } = readWrapperOptions(walk, lists, started);
  for (const { option, value } of found)
    if (option === '-a' || option === '--arg-file')
      recordFile(walk, { tool: 'read_file', word: value, node: started.node, by: 'xargs' });
  const inner = started.words.slice(end);
  const words = inner.length === 0 ? [echo] : inner;
  addProgram(walk, started, { need: call.need });
  const replaced = findReplaced(found);
  const read: ShellWord = { value: '', text: '', kind: 'many' };
  const all = replaced === undefined ? [...words, read] : words.map((word) => openAt(word, { replaced, kind: 'one' }));
  inSubshell(walk, () => startInner(walk, call, all));
}

function findReplaced(found: readonly FoundOption[]): string | undefined {
  const last = found.findLast(({ option }) => option === '-I' || option === '-i' || option === '--replace');
  return last && (last.value?.value ?? '{}');
}
