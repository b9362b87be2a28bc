import { nameWithoutFolder, openForRestriction } from './command-wrappers.ts';
import { hasNamedNumber } from './refused-arguments.ts';

const opaque = new Set(
  `eval source . exec nocorrect fc trap enable mapfile readarray hash bind complete compgen alias let watch ionice chrt
  setsid taskset strace ltrace script flock unshare nsenter sandbox-exec unset
  do done then else elif fi case esac for if while until select function in`.split(/\s+/),
);
const wrappers = new Set('time nohup timeout nice stdbuf env command builtin noglob'.split(' '));

/**
 * Returns the program that prevents Claude Code from checking a command because it may run anything, even if it follows
 * wrappers.
 */
export function findOpaqueProgram(words: readonly string[]): string | undefined {
  const [name = '', ...rest] = words;
  const base = nameWithoutFolder(name);
  const [first = ''] = rest;
  if (opaque.has(base) || name.startsWith('-')) return base;
  if (base === 'xargs') return first === '' || first.startsWith('-') ? undefined : findOpaqueProgram(rest);
  if (!wrappers.has(base) || first === '' || (base === 'command' && /^-\w*[vV]/.test(first))) return undefined;
  const end = rest.findIndex((word) => !word.startsWith('-'));
  const options = rest.slice(0, end === -1 ? rest.length : end);
  const isUnread =
    (base === 'timeout' && options.includes('--')) ||
    (/^(time|nohup)$/.test(base) && options.length > 0) ||
    (base === 'env' && options.some((option) => !/^-[i0vu]$/.test(option)));
  const inner = openForRestriction([base, ...rest]);
  return isUnread || inner === undefined ? base : findOpaqueProgram(inner);
}

/** Returns the parts of a command's text that the shell may interpret differently from a human reader. */
export function findUnreadableText(text: string): readonly string[] {
  const isInvisible = /(?![\t\n])\p{Cc}|\p{Cf}|(?![ ])\p{Zs}|[\u2028\u2029]/u.test(text);
  const goesOn = /[^\s\\]\\\n/.test(text);
  return [
    ...(isInvisible ? ['an invisible character'] : []),
    ...(goesOn ? ['a word that continues on the next line'] : []),
    ...(/(^|[;&|]\s*)time\s+--\s/.test(text) ? ["'time' with an option"] : []),
    ...(/[^\\]\\$/.test(text) ? ['a backslash at the end'] : []),
    ...(/\\[ \t]/.test(text) ? ['a backslash before a blank'] : []),
  ];
}

/** Returns the obstacles that prevent Claude Code from checking a test in double brackets. */
export function findTestObstacles(text: string): readonly string[] {
  const isOpen = /[*?]/.test(text) || hasNamedNumber(text.split(/\s+/));
  return [
    ...(/[`$]/.test(text) ? ['a variable in a test'] : []),
    ...(isOpen ? ['a pattern in a test, or a name instead of a number'] : []),
  ];
}
