import type { ShellWord } from '../analysis.ts';

/**
 * Variables that may be set before a command: they change texts and formats, but never specify a program, an option or
 * a file for a program to use.
 */
const assignable: ReadonlySet<string> = new Set(
  'NODE_ENV CI LANG LC_ALL TZ NO_COLOR FORCE_COLOR TERM COLUMNS'.split(' '),
);

/** Lower-case variables that have a meaning for a shell (such as zsh's `path`) or for many programs. */
const special: ReadonlySet<string> = new Set(
  `aliases argv builtins cdpath commands dirstack fignore fpath functions funcstack histchars history historywords
  jobdirs jobstates jobtexts keymaps mailpath manpath modules nameddirs options parameters path patchars pipestatus
  prompt psvar reswords saliases signals status termcap terminfo userdirs usergroups watch widgets`.split(/\s+/),
);

/** @internal True if a variable may be set for a command. */
export function isAssignable(name: string, { kind, value }: Pick<ShellWord, 'kind' | 'value'>): boolean {
  if (!assignable.has(name)) return false;
  // In some encodings, a backslash is the second byte of a character.
  return !name.startsWith('L') || (kind === 'literal' && /^(?:C|POSIX|[\w.@-]*utf-?8)?$/i.test(value));
}

/**
 * @internal True if a loop or `read` may set the variable: a short lower-case name that has no meaning in any shell.
 */
export function isHarmlessName(name: string): boolean {
  return /^[a-z][a-z0-9]{0,15}$/.test(name) && !special.has(name);
}
