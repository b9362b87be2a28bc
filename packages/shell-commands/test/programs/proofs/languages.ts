import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Proof } from '../../support/run-proof.ts';
import { library } from './library.ts';

const runs = (name: string, run: string, files: Proof['files'] = {}): Proof => ({
  name,
  options: 'anything',
  run,
  files,
  effect: 'runs',
});

/** Proofs for programs that can do anything, and for those about compiled files. */
export const languageProofs: readonly Proof[] = [
  runs('make', 'make', { Makefile: 'all:\n\tPROBE\n' }),
  runs('cmake', 'cmake .', { 'CMakeLists.txt': 'execute_process(COMMAND PROBE)\n' }),
  runs('ninja', 'ninja', { 'build.ninja': 'rule r\n command = PROBE\nbuild x: r\n' }),
  runs('gcc', 'gcc -wrapper PROBE -c a.c', { 'a.c': '' }),
  runs('g++', 'g++ -wrapper PROBE -c a.c', { 'a.c': '' }),
  runs('cc', 'cc -wrapper PROBE -c a.c', { 'a.c': '' }),
  runs('c++', 'c++ -wrapper PROBE -c a.c', { 'a.c': '' }),
  runs('cpp', 'cpp -wrapper PROBE a.c', { 'a.c': '' }),
  runs('perl', `perl -e 'system "PROBE"'`),
  runs('python', `/usr/bin/python3 -c 'import os; os.system("PROBE")'`),
  runs('node', `node -e 'require("child_process").execFileSync("PROBE")'`),
  { ...runs('npm', 'npm run x', { 'package.json': '{"scripts":{"x":"PROBE"}}' }), options: 'subcommands' },
  runs('npx', 'npx -c PROBE'),
  runs('sqlite3', "sqlite3 :memory: '.shell PROBE'"),
  runs('tmux', 'tmux -L x new-session -d PROBE; sleep 0.3'),
  runs('script', 'script -qc PROBE /dev/null'),
  runs('strace', 'strace PROBE'),
  runs('gdb', "gdb -nx -batch -ex 'shell PROBE'"),
  runs('flock', 'flock lock PROBE'),
  runs('screen', 'screen -dm PROBE; sleep 0.3'),
  runs('java', 'java -Xshare:auto A.java', {
    'A.java':
      'class A { public static void main(String[] a) throws Exception { new ProcessBuilder("PROBE").start().waitFor(); } }',
  }),
  { name: 'nm', options: '--plugin', run: 'nm OPTION "$PWD/x.so" x.so', setUp: library, effect: 'runs' },
  ...['nm', 'objdump', 'readelf', 'size'].map((name) => ({
    name,
    options: '@',
    run: `${name} @options | grep -q GNU && : > new`,
    files: { options: '--version' },
    effect: { writes: 'new' },
  })),
  ...rustfmtProofs(),
  ...npmProofs(),
];

function rustfmtProofs(): readonly Proof[] {
  const proof = (options: string, run: string, effect: Proof['effect']): Proof => ({
    name: 'rustfmt',
    options,
    run: `export RUSTUP_HOME='${process.env.RUSTUP_HOME ?? join(homedir(), '.rustup')}'; ${run}`,
    files: { 'a.rs': 'mod b;fn a(){}', 'b.rs': 'fn b(){}' },
    effect,
  });
  return [
    proof('operands', 'rustfmt a.rs', { writes: 'a.rs' }),
    proof('writesFolder', 'rustfmt a.rs', { writes: 'b.rs' }),
    proof('--print-config', 'rustfmt OPTION default new', { writes: 'new' }),
    proof('--check', 'rustfmt OPTION a.rs', 'nothing'),
  ];
}

function npmProofs(): readonly Proof[] {
  const files = { 'package.json': '{"name":"x"}', config: 'logs-dir=./new\n' };
  return [
    {
      name: 'npm ls',
      options: '--userconfig --globalconfig',
      run: 'npm ls OPTION=config',
      files,
      effect: { writes: 'new' },
    },
    { name: 'npm ls', options: '--cache', run: 'npm ls OPTION=new', files, effect: { writes: 'new' } },
    { name: 'npm ls', options: '--logs-dir', run: 'npm ls OPTION=new', files, effect: { writes: 'new' } },
    ...['run', 'run-script', 'start', 't', 'test'].flatMap(npmScriptProofs),
  ];
}

/** Returns proofs for npm scripts: the script itself does nothing, so that any effect comes from the option. */
function npmScriptProofs(subcommand: string): readonly Proof[] {
  const script = subcommand.startsWith('run') ? 'x' : subcommand.replace(/^t$/, 'test');
  const run = `npm ${subcommand}${subcommand.startsWith('run') ? ' x' : ''}`;
  const files = {
    'package.json': JSON.stringify({ scripts: { [script]: 'true' } }),
    'other/package.json': JSON.stringify({ scripts: { [script]: 'PROBE' } }),
    config: 'script-shell=PROBE\n',
    'load.js': 'require("node:child_process").execFileSync("PROBE");',
  };
  const proof = (options: string, value: string): Proof => ({
    name: `npm ${subcommand}`,
    options,
    run: `${run} OPTION ${value}`,
    files,
    effect: 'runs',
  });
  return [
    { ...proof('anything', ''), run, files: { 'package.json': JSON.stringify({ scripts: { [script]: 'PROBE' } }) } },
    proof('--script-shell', 'PROBE'),
    proof('-C --prefix', 'other'),
    proof('--globalconfig --userconfig', 'config'),
    {
      ...proof('--node-options', ''),
      run: `${run} OPTION="--require=$PWD/load.js"`,
      files: { ...files, 'package.json': JSON.stringify({ scripts: { [script]: 'node -e 0' } }) },
    },
  ];
}
