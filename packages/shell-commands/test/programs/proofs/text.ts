import type { Proof } from '../../support/run-proof.ts';

const files = { a: 'one\ntwo\n', b: 'three\n' };

/** Proofs for programs that print, compare and convert text. */
export const textProofs: readonly Proof[] = [
  { name: 'sort', options: '-o --output', run: 'sort OPTION new a', files, effect: { writes: 'new' } },
  { name: 'sort', options: '--output', run: 'sort --outp new a', files, effect: { writes: 'new' } },
  { name: 'sort', options: '-o', run: 'sort a OPTIONnew', files, effect: { writes: 'new' } },
  {
    name: 'sort',
    options: '--compress-program',
    run: 'yes 0123456789 | head -n 20000 | sort -S 1k --parallel=1 OPTION=PROBE >/dev/null',
    effect: 'runs',
  },
  { name: 'uniq', options: 'operands', run: 'uniq a new', files, effect: { writes: 'new' } },
  { name: 'shuf', options: '-o --output', run: 'shuf OPTION new a', files, effect: { writes: 'new' } },
  { name: 'ptx', options: 'operands', run: 'ptx -G a new', files, effect: { writes: 'new' } },
  { name: 'sdiff', options: '-o --output', run: 'echo l | sdiff OPTION new a b', files, effect: { writes: 'new' } },
  { name: 'sdiff', options: '--diff-program', run: 'sdiff OPTION=PROBE a b', files, effect: 'runs' },
  { name: 'diff3', options: '--diff-program', run: 'diff3 OPTION=PROBE a b a', files, effect: 'runs' },
  { name: 'xxd', options: 'operands', run: 'xxd a new', files, effect: { writes: 'new' } },
  { name: 'iconv', options: '-o --output', run: 'iconv OPTION new a', files, effect: { writes: 'new' } },
  {
    name: 'sort',
    options: '-T --temporary-directory',
    run: 'yes 0123456789 | head -n 2000 | sort -S 1k --parallel=1 OPTION out --compress-program=./look >/dev/null',
    files: { 'out/old': '', look: '#!/bin/sh\n[ "$(ls out)" = old ] || : > new\ncat\n' },
    effect: { writes: 'new' },
  },
  {
    name: 'strings',
    options: '@',
    run: 'strings @options | grep -q three && : > new',
    files: { ...files, options: 'b' },
    effect: { writes: 'new' },
  },
];
