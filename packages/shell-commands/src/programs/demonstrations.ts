import { foldProgramName } from './fold-program-name.ts';

/**
 * Commands that demonstrate that a program can do anything, without requiring that a file first be written under the
 * mode.
 */
interface Demonstration {
  /** Names of programs, separated by blanks. */
  readonly of: string;
  /**
   * Commands, in which `{program}` represents the program as the rule specifies it, and `{command}` the fixed words of
   * the rule.
   */
  readonly commands: readonly string[];
}

const touch = 'touch x';
const writeX = "open('x','w')";
const nodeScript = "require('fs').writeFileSync('x','')";
const nodeOption = '"--node-options=--import=data:text/javascript,console.log(1)"';

const demonstrations: readonly Demonstration[] = [
  { of: 'python pypy', commands: [`{program} -c "${writeX}"`, `echo "${writeX}" | {program}`] },
  { of: 'ipython', commands: [`{program} -c "${writeX}"`] },
  { of: 'node nodejs', commands: [`{program} -e "${nodeScript}"`, `echo "${nodeScript}" | {program}`] },
  { of: 'bun', commands: [`{program} -e "${nodeScript}"`, `{program} exec '${touch}'`] },
  { of: 'tsx ts-node', commands: [`{program} -e "${nodeScript}"`] },
  { of: 'deno', commands: [`{program} eval "Deno.writeTextFileSync('x','')"`] },
  { of: 'npm', commands: [`{program} exec -c '${touch}'`, `{command} x ${nodeOption}`] },
  { of: 'npx', commands: [`{program} -c '${touch}'`] },
  { of: 'pnpm', commands: [`{program} exec ${touch}`] },
  { of: 'yarn', commands: [`{program} exec ${touch}`, `{program} node -e "${nodeScript}"`] },
  { of: 'perl', commands: [`{program} -e 'open(F,">x")'`, `echo 'open(F,">x")' | {program}`] },
  { of: 'ruby', commands: [`{program} -e "File.write('x','')"`, `echo "File.write('x','')" | {program}`] },
  { of: 'php', commands: [`{program} -r "touch('x');"`, `echo "<?php touch('x');" | {program}`] },
  { of: 'lua luajit', commands: [`{program} -e "io.open('x','w')"`, `echo "io.open('x','w')" | {program} -`] },
  { of: 'Rscript', commands: [`{program} -e "file.create('x')"`] },
  { of: 'R', commands: [`{program} -e "file.create('x')"`] },
  { of: 'julia', commands: [`{program} -e 'touch("x")'`] },
  { of: 'elixir', commands: [`{program} -e 'File.touch("x")'`] },
  { of: 'osascript', commands: [`{program} -e 'do shell script "${touch}"'`] },
  { of: 'sh bash dash zsh ksh mksh ash', commands: [`echo '${touch}' | {program}`] },
  { of: 'make gmake', commands: [`{program} '--eval=$(shell ${touch})'`, `{command} '--eval=$(shell ${touch})'`] },
  { of: 'docker podman nerdctl', commands: [`{program} run -v /:/host alpine touch /host/x`] },
  {
    of: 'git',
    commands: [
      `{program} filter-branch --tree-filter '${touch}'`,
      `{program} bisect run ${touch}`,
      `{program} submodule foreach '${touch}'`,
    ],
  },
  { of: 'uv', commands: [`{program} run ${touch}`] },
  { of: 'poetry pipenv pdm', commands: [`{program} run ${touch}`] },
  { of: 'bundle', commands: [`{program} exec ${touch}`] },
  { of: 'cargo', commands: [`{program} --config 'build.rustc-wrapper="./x"' build`] },
  { of: 'go', commands: [`{program} run example.com/x@latest`] },
  { of: 'pip', commands: [`{program} install x`] },
  { of: 'vim vi nvim view ex', commands: [`{program} -c ':!${touch}'`] },
  { of: 'emacs', commands: [`{program} --batch --eval '(shell-command "${touch}")'`] },
  { of: 'sqlite3', commands: [`{program} x.db '.shell ${touch}'`] },
  { of: 'gdb lldb', commands: [`{program} --batch -ex 'shell ${touch}'`] },
  { of: 'script', commands: [`{program} -c '${touch}'`] },
  { of: 'strace ltrace perf valgrind', commands: [`{program} ${touch}`] },
  { of: 'flock', commands: [`{program} x -c '${touch}'`] },
  { of: 'tmux', commands: [`{program} new -d '${touch}'`] },
  { of: 'mvn', commands: [`{program} exec:exec -Dexec.executable=touch -Dexec.args=x`] },
];

const byProgram: ReadonlyMap<string, readonly string[]> = new Map(
  demonstrations.flatMap(({ of, commands }) => of.split(' ').map((program) => [program, commands] as const)),
);

/** Lists commands that demonstrate that a program can do anything; empty if no such command is known. */
export function listDemonstrations(program: string, command: string): readonly string[] {
  return (byProgram.get(unversionedName(program)) ?? []).map((text) =>
    text.replace('{program}', () => program).replace('{command}', () => command),
  );
}

/** Commands for all interpreters, used if anything that is not denied may run. */
export const openDemonstrations: readonly string[] = [...byProgram].flatMap(([program, commands]) =>
  commands.filter((text) => !text.includes('{command}')).map((text) => text.replace('{program}', program)),
);

/** Returns a program's name without its folder or version: `python` for `/usr/bin/python3.12`. */
function unversionedName(program: string): string {
  return foldProgramName(program).replace(/-?\d+(?:\.\d+)*$/, '');
}
