import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { isInPlace } from './file-arguments.ts';

/** True if a piece is among the recorded commands that run without a rule. What is not recorded is not. */
export function isReadOnlyPiece(piece: CommandPiece): boolean {
  const { words, assignments, prefix } = piece;
  if (prefix !== '' || assignments.length > 0 || words.length === 0 || words.some((word) => !isPlain(word)))
    return false;
  return isReadOnly(
    words.map(({ value }) => value),
    words,
  );
}

function isPlain({ text, isGlob, isKnown }: CommandWord): boolean {
  return isKnown && !isGlob && !text.includes('$') && !text.startsWith('~');
}

function isReadOnly(values: readonly string[], written: readonly CommandWord[]): boolean {
  const [name = '', ...rest] = values;
  if (written[0]?.isBare !== true) return false;
  if (name === 'timeout' && /^\d+$/.test(rest[0] ?? '')) return isReadOnly(rest.slice(1), written.slice(2));
  if (name === 'command' && rest[0]?.startsWith('-') === false) return isReadOnly(rest, written.slice(1));
  if (name === 'xargs') return rest.length === 1 && rest[0] === 'echo';
  if (name === 'docker') return rest.length === 1 && rest[0] === 'ps';
  if (name === 'date') return rest.every((word) => /^(\+.*|-[uIR])$/.test(word));
  if (name === 'ps') return rest.every((word) => /^(-[aAefux]+|[aux]+)$/.test(word));
  if (name === 'jq' && rest.some((word) => /\benv\b/.test(word))) return false;
  if (name === 'git') return isReadOnlyGit(rest);
  if (rest.some((word) => /^-.*[/~]/.test(word))) return false;
  if (name === 'sed') return !isInPlace(written.slice(1)) && isPrintingSed(rest);
  if (freely.has(name)) return true;
  const options = limited[name];
  return options !== undefined && rest.every((word) => !word.startsWith('-') || word === '-' || options.test(word));
}

/** Programs that only read, whatever their options. */
const freely = new Set('echo ls cat pwd whoami head wc stat diff which true sleep test [ cd'.split(' '));

/** Other programs with the options that are known to read only. */
const limited: Readonly<Record<string, RegExp>> = Object.assign(Object.create(null), {
  sort: /^-[bdfghiMnrRuVz]+$|^-[kt].*$/,
  grep: /^-[A-Za-z0-9]+$|^--[a-z-]+(=.*)?$/,
  rg: /^-[ABCcFilnosuvwx0-9]+$|^--(files|files-with-matches|hidden|ignore-case|line-number|no-ignore|count)$/,
  find: /^-(name|iname|path|ipath|type|maxdepth|mindepth|size|mtime|mmin|newer|empty|not|and|or|o|a|print|regex|prune)$/,
  jq: /^-[cCeMnrsS]+$/,
  tree: /^-[adfiLIPCshpDg]+$/,
});

/** `git` with the recorded commands, and options that only list. */
function isReadOnlyGit([command = '', ...rest]: readonly string[]): boolean {
  const options = rest.filter((word) => word.startsWith('-'));
  const isListing = options.every((word) => gitOptions.test(word)) && !rest.some((word) => /^(\/|~|\.\.\/)/.test(word));
  if (['status', 'log', 'diff', 'show'].includes(command)) return isListing;
  if (command === 'branch') return rest.every((word) => /^(-a|-r|-v|-vv|--list|--all|--show-current)$/.test(word));
  if (command === 'remote') return rest.length === 1 && rest[0] === '-v';
  return command === 'stash' && rest.length === 1 && rest[0] === 'list';
}

const gitOptions =
  /^(--|-s|-p|-\d+|-n\d*|--short|--porcelain|--oneline|--stat|--graph|--all|--decorate|--name-only|--name-status|--cached|--staged|--numstat|--no-index|--no-color|--(since|until|author|format|pretty|max-count)=.*)$/;

/** Prints lines by number, such as `sed -n 1,5p`. */
function isPrintingSed(rest: readonly string[]): boolean {
  return (
    rest[0] === '-n' &&
    /^(\d+|\$)?(,(\d+|\$))?p$/.test(rest[1] ?? '') &&
    rest.slice(2).every((word) => !word.startsWith('-'))
  );
}
