import type { Proof } from '../../support/run-proof.ts';
import { library } from './library.ts';

const files = { a: 'one\n', b: 'two\n', 'below/c': 'three\n' };

/** Proofs for programs that search, and for those with a script. */
export const searchProofs: readonly Proof[] = [
  { name: 'rg', options: '--pre', run: 'rg OPTION PROBE one', files, effect: 'runs' },
  {
    name: 'rg',
    options: '-z --search-zip',
    run: 'rg OPTION one x.gz',
    files: { 'x.gz': '', 'bin/gzip': '#!/bin/sh\nPROBE\n' },
    effect: 'runs',
  },
  { name: 'find', options: '-exec -execdir', run: "find . -name a OPTION PROBE ';'", files, effect: 'runs' },
  { name: 'find', options: '-ok -okdir', run: "yes | find . -name a OPTION PROBE ';'", files, effect: 'runs' },
  { name: 'find', options: '-fprint -fprint0 -fls', run: 'find . OPTION new', files, effect: { writes: 'new' } },
  { name: 'find', options: '-fprintf', run: 'find . OPTION new %p', files, effect: { writes: 'new' } },
  { name: 'find', options: '-delete', run: 'find below OPTION', files, effect: { writes: 'below/c' } },
  { name: 'sed', options: 'script', run: "sed 's/one/w/;w new' a", files, effect: { writes: 'new' } },
  { name: 'sed', options: 'script', run: "sed 's/one/two/w new' a", files, effect: { writes: 'new' } },
  { name: 'sed', options: 'script', run: "sed '1W new' a", files, effect: { writes: 'new' } },
  { name: 'sed', options: 'script', run: "sed '1e PROBE' a", files, effect: 'runs' },
  { name: 'sed', options: 'script', run: "sed 's,one,PROBE,e' a", files, effect: 'runs' },
  { name: 'sed', options: '-e --expression', run: "sed -n OPTION '1e PROBE' a", files, effect: 'runs' },
  {
    name: 'sed',
    options: '-f --file',
    run: 'sed OPTION script a',
    files: { ...files, script: 'w new\n' },
    effect: { writes: 'new' },
  },
  { name: 'sed', options: '-l', run: "sed OPTION 1p 'w new' a", files, effect: { writes: 'new' } },
  { name: 'sed', options: '-i --in-place', run: 'sed OPTION s/one/more/ a', files, effect: { writes: 'a' } },
  { name: 'sed', options: '-i --in-place=', run: 'sed OPTION.bak s/one/more/ a', files, effect: { writes: 'a.bak' } },
  {
    name: 'sed',
    options: '-i --in-place=',
    run: "sed OPTION'below/*' s/one/more/ a",
    files,
    effect: { writes: 'below/a' },
  },
  ...awkProofs('awk'),
  ...awkProofs('mawk'),
  ...awkProofs('gawk'),
  {
    name: 'mawk',
    options: '-W',
    run: 'mawk OPTION exec script',
    files: { script: 'BEGIN { system("PROBE") }' },
    effect: 'runs',
  },
  ...gawkProofs(),
  {
    name: 'jq',
    options: 'script',
    run: `jq -n 'import "a" as $x; $x' && : > new`,
    files: { 'a.json': '1' },
    effect: { writes: 'new' },
  },
  {
    name: 'jq',
    options: '-f --from-file',
    run: 'jq -n OPTION script && : > new',
    files: { 'a.json': '1', script: 'import "a" as $x; $x' },
    effect: { writes: 'new' },
  },
  {
    name: 'jq',
    options: '-L',
    run: `jq -n OPTION below 'include "x"; f' && : > new`,
    files: { 'below/x.jq': 'def f: 1;' },
    effect: { writes: 'new' },
  },
  {
    name: 'yq',
    options: '-i --in-place',
    run: 'yq OPTION -y .a=2 x.yml',
    files: { 'x.yml': 'a: 1\n' },
    effect: { writes: 'x.yml' },
  },
  {
    name: 'yq',
    options: '-f --from-file',
    run: 'yq -n OPTION script && : > new',
    files: { 'a.json': '1', script: 'import "a" as $x; $x' },
    effect: { writes: 'new' },
  },
  {
    name: 'yq',
    options: '-L',
    run: `yq -n OPTION below 'include "x"; f' && : > new`,
    files: { 'below/x.jq': 'def f: 1;' },
    effect: { writes: 'new' },
  },
  { name: 'fd', options: '-x -X --exec --exec-batch', run: 'fd a OPTION PROBE', files, effect: 'runs' },
  { name: 'fdfind', options: '-x -X --exec --exec-batch', run: 'fdfind a OPTION PROBE', files, effect: 'runs' },
  { name: 'ag', options: '--pager', run: 'script -qec "ag OPTION PROBE one" /dev/null', files, effect: 'runs' },
  { name: 'ack', options: '--pager', run: 'script -qec "ack OPTION=PROBE one" /dev/null', files, effect: 'runs' },
  {
    name: 'ack',
    options: '--ackrc',
    run: 'script -qec "ack OPTION=config one" /dev/null',
    files: { ...files, config: '--pager=PROBE\n' },
    effect: 'runs',
  },
  {
    name: 'xmllint',
    options: '-shell --shell',
    run: 'echo "write new" | xmllint OPTION a.xml',
    files: { 'a.xml': '<a/>' },
    effect: { writes: 'new' },
  },
  {
    name: 'xmllint',
    options: '-o -output --output',
    run: 'xmllint OPTION new a.xml',
    files: { 'a.xml': '<a/>' },
    effect: { writes: 'new' },
  },
];

function awkProofs(name: string): readonly Proof[] {
  return [
    { name, options: 'script', run: `${name} 'BEGIN { system("PROBE") }'`, effect: 'runs' },
    { name, options: 'script', run: `${name} 'BEGIN { print "x" | "PROBE" }'`, effect: 'runs' },
    { name, options: 'script', run: `${name} 'BEGIN { "PROBE" | getline }'`, effect: 'runs' },
    { name, options: 'script', run: `${name} 'BEGIN { print "x" > "new" }'`, effect: { writes: 'new' } },
    {
      name,
      options: '-f',
      run: `${name} OPTION script`,
      files: { script: 'BEGIN { system("PROBE") }' },
      effect: 'runs',
    },
  ];
}

function gawkProofs(): readonly Proof[] {
  const script = { script: 'BEGIN { system("PROBE") }' };
  return [
    { name: 'gawk', options: '-l --load', run: 'gawk OPTION ./x.so 1 /dev/null', setUp: library, effect: 'runs' },
    { name: 'gawk', options: '-e --source', run: `gawk OPTION 'BEGIN { system("PROBE") }'`, effect: 'runs' },
    {
      name: 'gawk',
      options: '-E -i --file --exec --include',
      run: 'gawk OPTION ./script 1 /dev/null',
      files: script,
      effect: 'runs',
    },
    { name: 'gawk', options: '-W', run: 'gawk OPTION file=script', files: script, effect: 'runs' },
    { name: 'gawk', options: '-o --pretty-print', run: 'gawk OPTION 1 /dev/null', effect: { writes: 'awkprof.out' } },
    { name: 'gawk', options: '-p --profile', run: 'gawk OPTION 1 /dev/null', effect: { writes: 'awkprof.out' } },
    { name: 'gawk', options: '-d --dump-variables', run: 'gawk OPTION 1 /dev/null', effect: { writes: 'awkvars.out' } },
    {
      name: 'gawk',
      options: '-D --debug',
      run: `printf 'eval "system(\\\\"PROBE\\\\")"\\nrun\\n' | gawk OPTION -f script /dev/null`,
      files: script,
      effect: 'runs',
    },
  ];
}
