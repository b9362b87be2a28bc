import type { ShellWord } from '../analysis.ts';
import { addProgram, runProgram } from './add-program.ts';
import { enterFolder } from './folders.ts';
import { unreadable } from './source.ts';
import { isHarmlessName } from './variables.ts';
import type { StartedProgram, Walk } from './walk.ts';

/** Builtins that run a text, change what a name runs, or change how the shell reads what follows. */
const refused: Readonly<Record<string, string>> = {
  ...describe('which runs a text', 'eval trap compgen complete compopt bind fc sched'),
  ...describe('which runs a file', 'source .'),
  ...describe(
    'which changes what a name runs',
    'alias unalias hash enable builtin autoload disable functions unfunction rehash',
  ),
  ...describe(
    'which sets variables',
    'declare typeset local export readonly unset getopts mapfile readarray let integer float vared',
  ),
  ...describe('which changes how the shell reads what follows', 'shopt setopt unsetopt emulate zmodload zle zstyle'),
  ...describe('which runs another command', 'repeat noglob nocorrect coproc always foreach and or not begin'),
};

function describe(why: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, why]));
}

const free: ReadonlySet<string> = new Set(['echo', 'true', 'false', ':', 'pwd', 'exit', 'break', 'continue']);

/** @internal Handles a builtin of the shell; returns false for any other name. */
export function runBuiltin(walk: Walk, name: string, started: StartedProgram): boolean {
  const why = Object.hasOwn(refused, name) ? refused[name] : undefined;
  if (why !== undefined) unreadable(walk.source, started.node, `the command '${name}', ${why}`);
  if (free.has(name)) addProgram(walk, started, { need: 'free' });
  else if (name === 'cd') changeFolder(walk, started);
  else if (name === 'pushd' || name === 'popd') {
    addProgram(walk, started, { need: 'rule' });
    walk.folders = undefined;
  } else if (name === 'printf') runPrintf(walk, started);
  else if (name === 'test' || name === '[') runTest(walk, started);
  else if (name === 'read') runRead(walk, started);
  else if (name === 'set') runSet(walk, started);
  else if (name === 'exec') runExec(walk, started);
  else if (name === 'wait' || name === 'jobs') runJobControl(walk, started);
  else return false;
  return true;
}

/** Without a folder that the text determines, `cd` needs a rule, and the working folder is unknown afterwards. */
function changeFolder(walk: Walk, started: StartedProgram): void {
  walk.folders = enterFolder(walk.folders, findTarget(started.words.slice(1)));
  if (walk.folders === undefined) addProgram(walk, started, { need: 'free' });
  for (const folder of walk.folders ?? []) addProgram(walk, started, { need: 'free', folder });
}

/** In zsh, `+1` and `-1` mean entries of a stack, and `-` is the previous folder in every shell. */
function findTarget(words: readonly ShellWord[]): ShellWord | undefined {
  const [target, another] = words.filter((word) => !isLiteral(word, /^(?:-[LP]+|--)$/));
  return target === undefined || another !== undefined || /^[-+]|^$/.test(target.value) ? undefined : target;
}

/** `-v` evaluates an index in the name of a variable. */
function runPrintf(walk: Walk, started: StartedProgram): void {
  const [format, ...rest] = started.words.slice(1);
  if (format !== undefined && (format.value.startsWith('-v') || (format.kind !== 'literal' && rest.length > 0)))
    unreadable(walk.source, started.node, "'printf' with '-v' or with a format that is not literal");
  if (format?.kind === 'many') unreadable(walk.source, started.node, "'printf' with a format that is not literal");
  addProgram(walk, started, { need: 'free' });
}

const testUnary = /^(?:!|-[a-hknp-uwxzGLNOS])$/;
const testBinary = /^(?:==?|!=|<|>|-nt|-ot|-ef|-eq|-ne|-lt|-le|-gt|-ge)$/;
const testNumeric = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** `-v` evaluates an index, and an argument that is not literal could be `-v`. In zsh, `-eq` evaluates its sides. */
function runTest(walk: Walk, started: StartedProgram): void {
  const words = started.words.slice(1, started.words[0]?.value === '[' ? -1 : undefined);
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const after = words[index + 1];
    const isOperand = [before, after].some((one) => isLiteral(one, testBinary)) || isLiteral(before, testUnary);
    const isSafe = word.kind === 'one' && (words.length === 1 || isOperand);
    if (word.kind !== 'literal' && !isSafe)
      unreadable(walk.source, started.node, 'a test with an argument that is neither literal nor in quotes');
    if (word.kind === 'literal' && /^-[vRo]$/.test(word.value) && !isLiteral(before, testBinary))
      unreadable(walk.source, started.node, `the test '${word.value}', which evaluates a name`);
    if (
      walk.shell === 'zsh' &&
      isLiteral(word, testNumeric) &&
      ![before, after].every((one) => isLiteral(one, /^-?\d+$/))
    )
      unreadable(walk.source, started.node, 'a comparison of numbers, whose sides zsh evaluates');
  }
  addProgram(walk, started, { need: 'free' });
}

function isLiteral(word: ShellWord | undefined, pattern: RegExp): boolean {
  return word?.kind === 'literal' && pattern.test(word.value);
}

/** Reads into variables, whose names are evaluated. */
function runRead(walk: Walk, started: StartedProgram): void {
  const words = started.words.slice(1);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as ShellWord;
    if (isLiteral(word, /^-[rs]*[dnNptu]$/)) index++;
    else if (!isLiteral(word, /^-[rs]+$/) && !(word.kind === 'literal' && isHarmlessName(word.value)))
      unreadable(walk.source, started.node, "'read' with an option or a variable whose effect is not known");
  }
  addProgram(walk, started, { need: 'rule' });
}

/** Only options that end the text earlier are harmless. */
function runSet(walk: Walk, started: StartedProgram): void {
  const text = started.words.slice(1).map(({ value, kind }) => (kind === 'literal' ? value : '$'));
  if (!/^(?:[-+][eu]+(?: |$)|[-+][eu]*o pipefail(?: |$))+$/.test(text.join(' ')))
    unreadable(walk.source, started.node, "'set' with an option other than -e, -u and -o pipefail");
  addProgram(walk, started, { need: 'free' });
}

/** Replaces the shell, so it needs a rule, as does the program. */
function runExec(walk: Walk, started: StartedProgram): void {
  const rest = started.words.slice(1);
  if (rest[0]?.value.startsWith('-') === true)
    unreadable(walk.source, started.node, "'exec' with an option, which can change the name of the program");
  addProgram(walk, started, { need: 'rule' });
  if (rest.length > 0) walk.startProgram(walk, { ...started, words: rest, text: textOf(rest) });
}

function textOf(words: readonly ShellWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** `wait -p` sets a variable, and `jobs -x` runs a command. */
function runJobControl(walk: Walk, started: StartedProgram): void {
  if (started.words.slice(1).some((word) => word.kind !== 'literal' || /^-.*[px]/.test(word.value)))
    unreadable(
      walk.source,
      started.node,
      `'${started.words[0]?.value ?? ''}' with an argument that can run or set something`,
    );
  runProgram(walk, started);
}
