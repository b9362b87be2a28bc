/**
 * Programs that Claude Code looks through before it applies an allow rule, with the arguments that are recorded.
 * Returns the words of the program inside, or undefined.
 */
export function openForAllow(words: readonly string[]): readonly string[] | undefined {
  const [name, ...rest] = words;
  const skipped = name === undefined ? undefined : allowed[name]?.(rest);
  const inner = skipped === undefined ? [] : rest.slice(skipped);
  return inner[0] === undefined || inner[0].startsWith('-') ? undefined : inner;
}

type Skip = (rest: readonly string[]) => number | undefined;
const nothing: Skip = () => 0;

const allowed: Readonly<Record<string, Skip>> = Object.assign(Object.create(null), {
  timeout: skipTimeout,
  nice: (rest: readonly string[]) => (rest[0] === '-n' ? (/^-?\d+$/.test(rest[1] ?? '') ? 2 : undefined) : 0),
  stdbuf: (rest: readonly string[]) => {
    const count = rest.findIndex((word) => !/^-[ioe][LN0-9]+$/.test(word));
    return count > 0 ? count : undefined;
  },
  nohup: nothing,
  command: nothing,
  builtin: nothing,
  xargs: nothing,
});

function skipTimeout(rest: readonly string[]): number | undefined {
  let at = 0;
  while (rest[at] === '--foreground' || rest[at] === '-k') at += rest[at] === '-k' ? 2 : 1;
  return /^\d+(\.\d+)?[smhd]?$/.test(rest[at] ?? '') ? at + 1 : undefined;
}

interface Wrapper {
  /** Options that take the next word as their value. */
  readonly valued: readonly string[];
  /** Words before the program, such as the time of `timeout`. */
  readonly words: number;
  readonly takesAssignments: boolean;
}

function wrapper(valued: string, words = 0, takesAssignments = false): Wrapper {
  return { valued: valued.split(' '), words, takesAssignments };
}

/** Programs that Claude Code looks through before it applies a deny or ask rule. */
const restricted: Readonly<Record<string, Wrapper>> = Object.assign(Object.create(null), {
  timeout: wrapper('-k -s --kill-after --signal', 1),
  time: wrapper('-f -o'),
  nice: wrapper('-n --adjustment'),
  nohup: wrapper(''),
  stdbuf: wrapper('-i -o -e'),
  command: wrapper(''),
  builtin: wrapper(''),
  exec: wrapper('-a'),
  env: wrapper('-u -C --unset --chdir', 0, true),
  sudo: wrapper('-u -g -h -p -C -D -R -r -t -T -U', 0, true),
  watch: wrapper('-n -d --interval'),
  setsid: wrapper(''),
  ionice: wrapper('-c -n -p'),
  flock: wrapper('-w -E', 1),
});

/** Words of the program inside a wrapper, as deny and ask rules see it; undefined without one. */
export function openForRestriction(words: readonly string[]): readonly string[] | undefined {
  const [name = '', ...rest] = words;
  const base = nameWithoutFolder(name);
  if (base === 'xargs') return rest[0] === undefined || rest[0].startsWith('-') ? undefined : rest;
  const grammar = restricted[base];
  if (grammar === undefined) return undefined;
  let at = 0;
  for (; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (word === '--') {
      at += 1;
      break;
    }
    if (word.startsWith('-')) at += grammar.valued.includes(word) ? 1 : 0;
    else if (!(grammar.takesAssignments && /^\w+=/.test(word))) break;
  }
  const inner = rest.slice(at + grammar.words);
  return inner.length === 0 ? undefined : inner;
}

/** Name of a program without its folder. */
export function nameWithoutFolder(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
