import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { openForAllow } from './command-wrappers.ts';
import { isHarmlessVariable } from './harmless-variables.ts';
import { hasOnlyListedOptions } from './read-only-options.ts';
import { readOnlyTables } from './read-only-tables.ts';
import { hasNamedNumber, hasRefusedArguments } from './refused-arguments.ts';
import { isPrintingSed } from './sed-script.ts';

/** True if a piece is one of the commands that Claude Code runs without a rule because they only read data. */
export function isReadOnlyPiece({ words, assignments, prefix }: CommandPiece, commandHasGlob: boolean): boolean {
  if (words.length === 0 || prefix !== '' || !assignments.every(isHarmlessVariable)) return false;
  if (words.some(({ isKnown }) => !isKnown) || words.some(({ text }) => /^~[^/]/.test(text))) return false;
  const inner = behindWrappers(words);
  const [program, ...rest] = inner;
  if (program?.isBare !== true) return false;
  const hasGlob = words.some(({ isGlob, value }) => isGlob || (commandHasGlob && /[*?]|\[.*\]/.test(value)));
  if (hasGlob && !withGlobs.has(program.value)) return false;
  return judge(program.value, rest);
}

/** Returns the words that follow `command`, `builtin`, `noglob` and `timeout`. */
function behindWrappers(words: readonly CommandWord[]): readonly CommandWord[] {
  const [program, first] = words;
  const name = program?.value ?? '';
  const isTimeout = name === 'timeout' && /^\d+(\.\d+)?[smhd]?$/.test(first?.value ?? '');
  if (!isTimeout && !/^(command|builtin|noglob)$/.test(name)) return words;
  const inner = openForAllow(words.map(({ value }) => value));
  const isBuiltIn = isTimeout && /^(\[\[|alias|cd|help|history|type)$/.test(inner?.[0] ?? '');
  return inner === undefined || isBuiltIn ? words : behindWrappers(words.slice(-inner.length));
}

function judge(name: string, words: readonly CommandWord[]): boolean {
  const rest = words.map(({ value }) => value);
  const known =
    freePrograms.has(name) || alone.has([name, ...rest].join(' ')) ? true : special.get(name)?.(rest, words);
  return known ?? isListed(name, words);
}

/** True for a program that is listed in the tables, and all of whose options are listed there. */
function isListed(name: string, words: readonly CommandWord[]): boolean {
  const rest = words.map(({ value }) => value);
  const entry = Object.keys(readOnlyTables).find((key) => `${[name, ...rest].join(' ')} `.startsWith(`${key} `));
  const table = entry === undefined ? undefined : readOnlyTables[entry];
  if (entry === undefined || table === undefined) return false;
  const own = rest.slice(entry.split(' ').length - 1);
  if (
    own.some((word) => word.includes('$') || (/\{/.test(word) && /,|\.\./.test(word))) ||
    words.some(({ text }) => text.includes('`'))
  )
    return false;
  if (/grep$|^rg$/.test(name) && rest.some((word) => /[\n\r]/.test(word))) return false;
  return hasOnlyListedOptions(name, table, own) && !hasRefusedArguments(entry, own);
}

/** Programs that only read data, whatever their arguments. */
export const freePrograms = names(
  `echo ls cat head tail wc stat strings hexdump od nl id uname free df du locale groups nproc basename dirname realpath
  readlink cut paste tr column tac rev fold expand unexpand fmt comm cmp numfmt pr diff true false sleep type expr seq
  tsort cal uptime`,
);

/** Commands that only read data if they have no arguments. */
const alone = new Set(
  `pwd, whoami, alias, history, arch, arch -h, arch --help, ifconfig, ip addr, node -v, node --version, python --version,
  python3 --version, claude -h, claude --help`.split(/,\s+/),
);

/** Programs that only read data, even with file names that the shell expands. */
const withGlobs = names(
  `ls cat head tail wc stat grep egrep fgrep diff du df echo strings hexdump od nl cut column tr tac rev cmp basename
  dirname realpath readlink sha256sum sha1sum md5sum cd`,
);

type Test = (rest: readonly string[], words: readonly CommandWord[]) => boolean | undefined;

/** Programs with special rules; undefined if the tables decide. */
const special: ReadonlyMap<string, Test> = new Map(
  Object.entries<Test>({
    cd: (rest) => rest.length <= 1,
    history: (rest) => rest.length === 1 && /^\d+$/.test(rest[0] ?? ''),
    ifconfig: (rest) => rest.length === 1 && /^[a-zA-Z]/.test(rest[0] ?? ''),
    find: (rest) =>
      !rest.some((word) => /^-(delete|rm|exec|execdir|ok|okdir|fprint0?|fprintf|fls|files0-from)$/.test(word)),
    printf: printsOnly,
    '[': isPlainTest,
    docker: ([command = '', ...rest]) =>
      /^(ps|images)$/.test(command) ? !hasRefusedArguments(`docker ${command}`, rest) : undefined,
    sed: (rest) => (isPrintingSed(rest) ? undefined : false),
    jq: (rest, words) => !rest.some((word) => jqReads.test(word)) && isPlainJq(words),
    uniq: (rest) => /^( (-[a-zA-Z]+|--[a-zA-Z-]+(=\S+)?|-[fsw] \d+))*$/.test(rest.map((word) => ` ${word}`).join('')),
  }),
);

const jqReads =
  /^-[A-Za-z]*[fL]|^--(from-file|rawfile|slurpfile|argfile|run-tests|library-path)|\b(env|include|import)\b|\bsystem\s*\(|\$(\s|#.*\n)*ENV\b/;

/** True for options followed by a filter and by files that do not look like options. */
function isPlainJq(words: readonly CommandWord[]): boolean {
  const count = words.findIndex(({ text }) => !/^(-[a-zA-Z]+|--[a-zA-Z-]+(=\S+)?)$/.test(text));
  return count !== -1 && words.slice(count).every(({ text }) => /^('[^'`]*'|"[^"`]*"|[^-\s'"]\S*)$/.test(text));
}

/** True for a `printf` that sets no variable and that formats values as numbers only if every value is a number. */
function printsOnly(rest: readonly string[]): boolean {
  const [format = '', ...values] = rest[0] === '--' ? rest.slice(1) : rest;
  const text = format.replaceAll('%%', '');
  if (format.includes('$') || (format.startsWith('-') && rest[0] !== '--')) return false;
  if (/%[^%a-zA-Z]*[lLhqjzZt]*\\[0-7xX]|\\[uU]/.test(text)) return false;
  const left = format.replace(/%(?:%|[-+ 0#']*(?:[1-9]\d*)?(?:b|(?:\.\d*)?[scq]))/g, '');
  const isNumeric = left.includes('%') || /%[-+ 0#']*[\d.*]*[lLhqjzZt]*[diouxXeEfFgGaAn]/.test(text);
  return !isNumeric || values.every((value) => number.test(value));
}

const number = /^[-+]?(0[xX][0-9a-fA-F]+|\d+#[0-9a-zA-Z]+|\d*\.?\d+([eE][-+]?\d+)?)$/;

/** True for a test that cannot evaluate a name. */
function isPlainTest(rest: readonly string[], words: readonly CommandWord[]): boolean {
  const [last] = rest.slice(-1);
  if (words.some(({ text }) => /^[^']*\$|^\\[<>]$/.test(text)) || last !== ']') return false;
  return !hasNamedNumber(rest) && rest.slice(0, -1).every((word) => !/^-[ao]$|[[\]]/.test(word));
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
