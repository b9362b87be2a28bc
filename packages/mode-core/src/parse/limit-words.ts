import { countSlips } from '@modegate/nearest-name';
import { type ToolGroup, toolGroups } from '../modes/mode.ts';

/** What a key that the format does not have would limit, by its words. */
export interface KeyMeaning {
  /** The groups that are closed while the key is there. */
  readonly groups: readonly ToolGroup[];
  /** The key lists tools to be taken away: tools of the agent that it names are closed by name. */
  readonly deniesTools: boolean;
}

/**
 * What a key of a mode limits, read from its words alone: case, separators, plurals and typing slips make no difference. Undefined for
 * a key that speaks of no limit. The table in docs/restrictions.md says the same.
 */
export function readLimitKey(key: string): KeyMeaning | undefined {
  const words = wordsOf(key);
  const has = (kind: WordKind) => words.some((word) => vocabulary.get(word) === kind);
  const isPure = words.length > 0 && words.every((word) => vocabulary.has(word));
  // `enable` and `include` also name switches of all sorts, so they count only beside what they would limit, and nothing else.
  const limits = has('limit') || (isPure && has('switch'));
  const groups = new Set<ToolGroup>();
  if (has('pattern') || (has('file') && (limits || isPure))) groups.add('read').add('edit');
  if (has('command') && limits) groups.add('command');
  if ((has('server') || has('tool')) && (limits || isPure)) groups.add('mcp');
  if (has('group') && limits) for (const group of toolGroups) groups.add(group);
  if (groups.size === 0) addBareWord(groups, words, isPure);
  if (groups.size === 0) return undefined;
  return { groups: [...groups], deniesTools: has('tool') && words.some((word) => denials.has(word)) };
}

/** Whether a key only annotates: `$schema`, `_comment`, `x-owner`, `reason` or a suppression, none of which speaks of a limit. */
export function isAnnotation(key: string): boolean {
  if (key.startsWith('modegate-')) return true;
  const isMarked = /^(?:\$|_|x-|\/\/)/i.test(key) || /^(?:comment|note|todo|reason|description)s?$/i.test(key);
  return isMarked && readLimitKey(key) === undefined && !isExactly(key, 'when') && !isExactly(key, 'schedule');
}

/** `exclude` alone speaks of files, as in the ignore files of other tools; `allow` or `deny` alone may mean anything. */
function addBareWord(groups: Set<ToolGroup>, words: readonly string[], isPure: boolean): void {
  if (!isPure || words.some((word) => !bareKinds.has(vocabulary.get(word) ?? ''))) return;
  if (words.some((word) => selections.has(word))) groups.add('read').add('edit');
  else if (words.some((word) => vocabulary.get(word) === 'limit' && !prose.has(word)))
    for (const group of toolGroups) groups.add(group);
}

type WordKind = 'limit' | 'switch' | 'server' | 'tool' | 'file' | 'pattern' | 'command' | 'group' | 'filler';

const kinds: Readonly<Record<WordKind, string>> = {
  limit:
    'allow allowed allowlist whitelist whitelisted permit permitted permission deny denied denylist disallow disallowed block blocked blocklist blacklist blacklisted forbid forbidden prohibit prohibited ban banned restrict restricted restriction limit limited exclude excluded exclusion except filter policy access scope protect protected',
  switch: 'enable enabled disable disabled include included ignore ignored hide hidden',
  server: 'server mcp',
  tool: 'tool function',
  file: 'file filename filepath path pattern directory dir folder extension',
  pattern: 'regex regexp glob',
  command: 'command shell',
  group: 'group action operation capability',
  filler: 'list only name my the all any by of for in edit editable read readable write writable is are not',
};

const vocabulary: ReadonlyMap<string, WordKind> = new Map(
  (Object.keys(kinds) as WordKind[]).flatMap((kind) => kinds[kind].split(' ').map((word) => [word, kind] as const)),
);
const longWords = [...vocabulary.keys()].filter((word) => word.length >= 6);
const denials = new Set(
  'deny denied denylist disallow disallowed block blocked blocklist blacklist blacklisted forbid forbidden prohibit prohibited ban banned exclude excluded exclusion disable disabled ignore ignored hide hidden'.split(
    ' ',
  ),
);
const selections = new Set('exclude excluded exclusion include included ignore ignored'.split(' '));
// Without a noun these may as well describe: a `scope`, a `policy`.
const prose = new Set('limit limited except filter policy access scope protect protected'.split(' '));
const bareKinds: ReadonlySet<string> = new Set(['limit', 'switch', 'filler']);

// Longer words are not tried to be cut, which takes time.
const maxCompound = 32;
// No limit has a longer name.
const maxLength = 64;

function wordsOf(key: string): readonly string[] {
  return key
    .slice(0, maxLength)
    .normalize('NFKC')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .flatMap((word) => knownWords(word) ?? [word]);
}

/** A word as the vocabulary has it: singular, cut into its parts (`allowedtools`), or with one slip put right. */
function knownWords(word: string): readonly string[] | undefined {
  const plain = singular(word);
  if (plain !== undefined) return [plain];
  const parts = word.length > maxCompound ? undefined : segment(word);
  if (parts !== undefined) return parts;
  const near = word.length < 5 ? undefined : nearWord(word);
  return near === undefined ? undefined : [near];
}

/** The long word that one letter more, less or other makes of this one. */
function nearWord(word: string): string | undefined {
  return longWords.find(
    (known) =>
      Math.abs(known.length - word.length) <= 1 &&
      // One slip leaves the first letter or the last.
      (known[0] === word[0] || known.at(-1) === word.at(-1)) &&
      countSlips(known, word, 1) === 1,
  );
}

function singular(word: string): string | undefined {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].find((form) =>
    vocabulary.has(form),
  );
}

function segment(word: string): readonly string[] | undefined {
  // The longest first part that leaves a rest of known words.
  for (let length = word.length - 2; length >= 3; length--) {
    const head = singular(word.slice(0, length));
    if (head === undefined) continue;
    const rest = word.slice(length);
    const tail = singular(rest);
    const others = tail === undefined ? segment(rest) : [tail];
    if (others !== undefined) return [head, ...others];
  }
  return undefined;
}

/** Whether a key is a name of the format behind the mark of an annotation. */
function isExactly(key: string, name: string): boolean {
  const bare = key.toLowerCase().replace(/^x-/, '');
  return bare.replaceAll(/[^a-z]/g, '') === name;
}
