/** @internal Grammar of a program that starts the program in its arguments. */
export interface WrapperGrammar {
  readonly flags: ReadonlySet<string>;
  /** Options that take a value, including those in the sets below. */
  readonly values: ReadonlySet<string>;
  /** Options that only print information about the program. */
  readonly prints?: ReadonlySet<string>;
  /** Options whose value is a file to write. */
  readonly writes?: ReadonlySet<string>;
  /** Options whose value becomes the working folder. */
  readonly changesFolder?: ReadonlySet<string>;
  /** Number of operands before the program. Default: 0. */
  readonly operands?: number;
  /** True if `NAME=VALUE` may precede the program. */
  readonly assigns?: true;
  /** True if `-5` is an option: `nice`. */
  readonly numbers?: true;
  /**
   * True if the wrapper changes the identity or permissions of the program, which therefore needs a separate rule:
   * `sudo`.
   */
  readonly needsRule?: true;
  /** True if a builtin started by the wrapper changes the shell itself: `command`. */
  readonly inShell?: true;
}

/** @internal Grammars by name, from the manual pages for coreutils 9, util-linux 2.38, sudo 1.9 and OpenDoas 6.8. */
export const grammars: Readonly<Record<string, WrapperGrammar>> = {
  command: wrapper('-p -v -V', '', { prints: options('-v -V'), inShell: true }),
  env: wrapper('-i -0 -v - --ignore-environment --null --debug', '-u --unset -C --chdir', {
    changesFolder: options('-C --chdir'),
    assigns: true,
  }),
  nice: wrapper('', '-n --adjustment', { numbers: true }),
  nohup: wrapper('', ''),
  setsid: wrapper('-c -f -w --ctty --fork --wait', ''),
  timeout: wrapper('-f -p -v --foreground --preserve-status --verbose', '-k -s --kill-after --signal', { operands: 1 }),
  ionice: wrapper('-t --ignore', '-c -n --class --classdata'),
  stdbuf: wrapper('', '-i -o -e --input --output --error'),
  taskset: wrapper('-a -c --all-tasks --cpu-list', '', { operands: 1 }),
  chrt: wrapper('-b -f -i -o -r -v --batch --fifo --idle --other --rr --verbose', '', { operands: 1 }),
  time: wrapper('-a -p -q -v --append --portability --quiet --verbose', '-f -o --format --output', {
    writes: options('-o --output'),
  }),
  sudo: wrapper(
    '-A -b -E -H -n -P -S -k --askpass --background --non-interactive --set-home --stdin --preserve-env',
    '-g -u -p --group --user --prompt',
    { assigns: true, needsRule: true },
  ),
  doas: wrapper('-n', '-u', { needsRule: true }),
};

function wrapper(flags: string, values: string, more: Partial<WrapperGrammar> = {}): WrapperGrammar {
  return { flags: options(flags), values: options(values), ...more };
}

function options(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter((option) => option !== ''));
}
