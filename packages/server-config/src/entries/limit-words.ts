import { countSlips, nearestName } from '@modegate/nearest-name';
import { FOREIGN_LIMIT_KEYS, type LimitKey } from './foreign-limits.ts';

/** Words that open or close something, in all their forms. */
const LIMITING = formsOf(
  ['enable', 'disable', 'include', 'exclude', 'activate', 'deactivate', 'restrict', 'prohibit', 'permit', 'forbid'],
  ['allow', 'disallow', 'block', 'unblock', 'reject', 'omit', 'ban', 'limit', 'filter', 'whitelist', 'blacklist'],
  ['allowlist', 'denylist', 'blocklist', 'deny', 'denied', 'denies', 'forbidden', 'banned', 'omitted', 'permitted'],
  ['active', 'inactive', 'available', 'unavailable', 'only', 'inclusion', 'exclusion', 'restriction'],
);

/** What is opened or closed: the server itself, or what it offers. */
const SUBJECTS = formsOf(['server', 'tool', 'toolset', 'function', 'resource', 'prompt', 'mode', 'mcp', 'default']);

/** Words that change nothing about what a key speaks of. */
const FILLERS: ReadonlySet<string> = new Set(
  'is are be not un the all any every this list names name set in on by for from of to per globally global use used using'.split(
    ' ',
  ),
);

const WORDS_BY_LETTER = byFirstLetter([...LIMITING, ...SUBJECTS, ...FILLERS]);
const MAX_LETTERS = 64;
/** Words that are recognised with a slip: those that carry the meaning, and are long enough to be distinct from others. */
const TYPED_WORDS = byFirstLetter(
  [...LIMITING, ...formsOf(['server', 'tool', 'default'])].filter((word) => word.length > 4),
);

/**
 * Whether a key that has no meaning here speaks of enabling, disabling, allowing, denying, including or excluding a server or
 * what it offers, whatever its case, separators and slips. `disabledTolls` does; `sandboxEnabled` and `alwaysAllow` do not.
 */
export function speaksOfLimits(key: string): boolean {
  const words = wordsOf(key);
  const run = words.join('');
  return run.length <= MAX_LETTERS && (isLimitRun(run) || isLimit(words.map(toKnownWord)));
}

/** The key that such a key most likely meant. */
export function nearestLimit(key: string): string {
  const run = wordsOf(key)
    .map((word) => toKnownWord(word) ?? word)
    .join('');
  const meant = settingOf(run);
  const spellings = [meant, ...FOREIGN_LIMIT_KEYS.filter(({ means }) => means === meant).map((row) => row.key)];
  return nearestName(key, spellings) ?? meant;
}

function settingOf(run: string): LimitKey {
  if (run.includes('default')) return 'defaultEnabled';
  if (!run.includes('tool')) return 'disabled';
  return CLOSING.test(run) ? 'disabledTools' : 'enabledTools';
}

const CLOSING = /dis|den|exclu|block|black|ban|forbid|prohibit|omit|reject|inactiv|deactiv/;

function isLimit(words: readonly (string | undefined)[]): boolean {
  return words.every((word) => word !== undefined) && words.some((word) => LIMITING.has(word));
}

/** The words of a key in lower case: `disabled_tools`, `DisabledTools` and `disabled-tools` have the same two. */
function wordsOf(key: string): readonly string[] {
  const words = key.normalize('NFKC').match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** Whether a run of letters is nothing but known words, one of them limiting, wherever one ends and the next begins. */
function isLimitRun(run: string): boolean {
  // For each place that known words lead to: whether a limiting one can be among them.
  const reached = new Map([[0, false]]);
  for (let at = 0; at < run.length; at += 1) {
    const limits = reached.get(at);
    if (limits === undefined) continue;
    for (const word of WORDS_BY_LETTER.get(run[at]) ?? []) {
      if (!run.startsWith(word, at)) continue;
      const end = at + word.length;
      reached.set(end, limits || LIMITING.has(word) || reached.get(end) === true);
    }
  }
  return reached.get(run.length) === true;
}

function toKnownWord(word: string): string | undefined {
  if (LIMITING.has(word) || SUBJECTS.has(word) || FILLERS.has(word)) return word;
  return TYPED_WORDS.get(word[0])?.find((known) => isSlipOf(word, known));
}

/** One slip is forgiven, two in long words; the first letter is compared before. */
function isSlipOf(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 2) return false;
  return countSlips(word, known) <= (known.length >= 8 ? 2 : 1);
}

function byFirstLetter(words: readonly string[]): ReadonlyMap<string | undefined, readonly string[]> {
  const letters = new Set(words.map((word) => word[0]));
  return new Map([...letters].map((letter) => [letter, words.filter((word) => word[0] === letter)]));
}

function formsOf(...stems: readonly (readonly string[])[]): ReadonlySet<string> {
  return new Set(
    stems.flat().flatMap((stem) => {
      const short = stem.endsWith('e') ? stem.slice(0, -1) : stem;
      return [stem, `${stem}s`, `${short}ed`, `${short}ing`, `${short}able`];
    }),
  );
}
