import type { ShellWord } from '../analysis.ts';
import { startInner } from '../wrappers/wrapper-call.ts';
import { addProgram, recordProgram } from './add-program.ts';
import { checkTest } from './check-test.ts';
import { enterFolder, joinFolders } from './folders.ts';
import { unreadable } from './source.ts';
import { isHarmlessName } from './variables.ts';
import type { StartedProgram, Walk } from './walk.ts';

/**
 * Builtins that run text as a command, change the meaning of a name, or change how the shell interprets the text that
 * follows.
 */
const refused: Readonly<Record<string, string>> = {
  ...describe('which runs text as a command', 'eval trap compgen complete compopt bind fc sched'),
  ...describe('which runs a file', 'source .'),
  ...describe(
    'which changes the command that a name runs',
    'alias unalias hash enable builtin autoload disable functions unfunction rehash',
  ),
  ...describe(
    'which sets variables',
    'declare typeset local export readonly unset getopts mapfile readarray let integer float vared',
  ),
  ...describe(
    'which changes how the shell reads the following text',
    'shopt setopt unsetopt emulate zmodload zle zstyle',
  ),
  ...describe('which runs another command', 'repeat noglob nocorrect coproc always foreach and or not begin'),
  ...describe('which is a builtin of some shells', 'chdir'),
};

/**
 * zsh builtins that run or evaluate something, except the builtins for completion, which only completion functions use.
 */
const refusedInZsh: Readonly<Record<string, string>> = {
  ...describe('which runs a command in zsh', 'r zpty'),
  ...describe(
    'which evaluates its arguments in zsh',
    'bye echotc echoti limit logout print private return shift suspend unlimit zformat zparseopts zregexparse',
  ),
  ...describe(
    'which is a builtin of zsh',
    'bindkey getln log pushln ttyctl unhash zcompile zftp zprof zsocket zsystem ztcp',
  ),
};

function describe(why: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, why]));
}

const free: ReadonlySet<string> = new Set(['echo', 'true', 'false', ':', 'pwd']);
const leaving: ReadonlySet<string> = new Set(['exit', 'break', 'continue']);

/** @internal Handles a shell builtin; returns false for any other name. */
export function runBuiltin(walk: Walk, name: string, started: StartedProgram): boolean {
  const why = findRefusal(walk, name);
  if (why !== undefined) unreadable(walk, started.node, `the command '${name}', ${why}`);
  if (free.has(name)) addProgram(walk, started, { need: 'free' });
  else if (leaving.has(name)) leave(walk, name, started);
  else if (name === 'cd') changeFolder(walk, started);
  else if (name === 'pushd' || name === 'popd') {
    addProgram(walk, started, { need: 'rule' });
    walk.folders = undefined;
  } else if (name === 'printf') runPrintf(walk, started);
  else if (name === 'test' || name === '[') {
    checkTest(walk, started);
    addProgram(walk, started, { need: 'free' });
  } else if (name === 'read') runRead(walk, started);
  else if (name === 'set') runSet(walk, started);
  else if (name === 'exec') runExec(walk, started);
  else if (name === 'wait' || name === 'jobs') runJobControl(walk, started);
  else return false;
  return true;
}

function findRefusal({ shell }: Walk, name: string): string | undefined {
  if (Object.hasOwn(refused, name)) return refused[name];
  return shell === 'zsh' && Object.hasOwn(refusedInZsh, name) ? refusedInZsh[name] : undefined;
}

/**
 * Handles `break` and `continue`: the loop continues or ends in the folder that is current at that point. zsh evaluates
 * the argument.
 */
function leave(walk: Walk, name: string, started: StartedProgram): void {
  if (walk.shell === 'zsh' && started.words.slice(1).some((word) => !isLiteral(word, /^\d+$/)))
    unreadable(walk, started.node, `the argument of '${name}', which zsh evaluates`);
  addProgram(walk, started, { need: 'free' });
  if (name !== 'exit') walk.jumped = joinFolders(walk.jumped, walk.folders);
}

/**
 * Handles `cd`: if the folder cannot be determined from the text, `cd` needs a rule, and the working folder is unknown
 * from then on.
 */
function changeFolder(walk: Walk, started: StartedProgram): void {
  walk.folders = enterFolder(walk.folders, findTarget(started.words.slice(1)));
  if (walk.folders === undefined) addProgram(walk, started, { need: 'rule' });
  for (const folder of walk.folders ?? []) addProgram(walk, started, { need: 'free', folder });
}

/**
 * Finds the target of `cd`: in zsh, `+1` and `-1` refer to entries in the directory stack; in every shell, `-` is the
 * previous folder.
 */
function findTarget(words: readonly ShellWord[]): ShellWord | undefined {
  const [target, another] = words.filter((word) => !isLiteral(word, /^(?:-[LP]+|--)$/));
  return target === undefined || another !== undefined || /^[-+]|^$/.test(target.value) ? undefined : target;
}

/** Matches text and conversions except `%n`, which sets a variable. */
const safeFormat = /^(?:[^%]|%[-+ 0#']*(?:\d+|\*)?(?:\.(?:\d*|\*))?[hlLjtz]*[%diouxXeEfFgGaAcsbqQ]|%\([^)]*\)T)*$/;
/** Equivalent pattern for zsh, which evaluates every number. */
const safeFormatOfZsh = /^(?:[^%]|%[-+ 0]*\d*[sbqc%])*$/;

/** Handles `printf`: `-v` evaluates an index in the variable's name. */
function runPrintf(walk: Walk, started: StartedProgram): void {
  const [format, ...rest] = started.words.slice(1);
  const isOpen = format?.kind !== 'literal' && (format?.kind !== 'one' || rest.length > 0 || walk.shell === 'zsh');
  if (format !== undefined && (isOpen || format.value.startsWith('-v')))
    unreadable(walk, started.node, "'printf' with '-v' or with a format that is not literal");
  const safe = walk.shell === 'zsh' ? safeFormatOfZsh : safeFormat;
  if (format?.kind === 'literal' && !safe.test(format.value))
    unreadable(walk, started.node, "'printf' with a conversion that can set or evaluate a variable");
  addProgram(walk, started, { need: 'free' });
}

function isLiteral(word: ShellWord | undefined, pattern: RegExp): boolean {
  return word?.kind === 'literal' && pattern.test(word.value);
}

/** Handles `read`, which evaluates the names of the variables into which it reads. */
function runRead(walk: Walk, started: StartedProgram): void {
  const words = started.words.slice(1);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    const value = words[index + 1];
    const isValue = walk.shell !== 'zsh' && (value?.kind === 'literal' || value?.kind === 'one');
    if (isLiteral(word, /^-[rs]*[dnNptu]$/) && isValue) index++;
    else if (!isLiteral(word, /^-[rs]+$/) && !(word.kind === 'literal' && isHarmlessName(word.value)))
      unreadable(walk, started.node, "'read' with an option or a variable whose effect is not known");
  }
  addProgram(walk, started, { need: 'rule' });
}

/** Handles `set`: the only harmless options are those that make the script end earlier. */
function runSet(walk: Walk, started: StartedProgram): void {
  const text = started.words.slice(1).map(({ value, kind }) => (kind === 'literal' ? value : '$'));
  if (!/^(?:[-+][eu]+(?: |$)|[-+][eu]*o pipefail(?: |$))+$/.test(text.join(' ')))
    unreadable(walk, started.node, "'set' with an option other than -e, -u and -o pipefail");
  addProgram(walk, started, { need: 'free' });
}

/** Handles `exec`, which replaces the shell; both `exec` and the program need a rule. */
function runExec(walk: Walk, started: StartedProgram): void {
  const rest = started.words.slice(1);
  if (rest[0]?.value.startsWith('-') === true)
    unreadable(walk, started.node, "'exec' with an option, which can change the name of the program");
  addProgram(walk, started, { need: 'rule' });
  if (rest.length > 0) startInner(walk, { started, need: 'rule' }, rest);
}

/** Handles job control: `wait -p` sets a variable, and `jobs -x` runs a command. */
function runJobControl(walk: Walk, started: StartedProgram): void {
  if (started.words.slice(1).some((word) => word.kind !== 'literal' || /^-.*[px]/.test(word.value)))
    unreadable(walk, started.node, `'${started.words[0]?.value ?? ''}' with an argument that can run or set something`);
  recordProgram(walk, started);
}
