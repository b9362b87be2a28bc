/**
 * Returns the words of the program inside a wrapper, as seen by an allow rule; undefined if there is no wrapper.
 * Unwraps only these wrappers, with their recorded options.
 */
export function openForAllow(words: readonly string[]): readonly string[] | undefined {
  const [name, ...rest] = words;
  const count = name === undefined ? undefined : wrappers.get(name)?.(rest);
  if (count === undefined) return undefined;
  const inner = rest.slice(rest[count] === '--' ? count + 1 : count);
  return inner[0] === undefined || inner[0].startsWith('-') ? undefined : inner;
}

/** Counts the words that belong to a wrapper; returns undefined for words that Claude Code does not interpret. */
type CountOwn = (rest: readonly string[]) => number | undefined;

const nothing: CountOwn = () => 0;

const wrappers: ReadonlyMap<string, CountOwn> = new Map(
  Object.entries<CountOwn>({
    timeout: countOfTimeout,
    time: nothing,
    nice: (rest) => {
      if (rest[0] === '-n') return /^-?\d+$/.test(rest[1] ?? '') ? 2 : undefined;
      return /^-\d+$/.test(rest[0] ?? '') ? 1 : 0;
    },
    stdbuf: (rest) => countWhile(rest, /^-[ioe][LN0-9]+$/) || undefined,
    nohup: nothing,
    command: (rest) => countWhile(rest, /^-p+$/),
    builtin: nothing,
    noglob: nothing,
  }),
);

function countOfTimeout(rest: readonly string[]): number | undefined {
  let at = 0;
  for (; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (/^(-k|-s|--kill-after|--signal)$/.test(word)) at += 1;
    else if (!/^(-v|--(foreground|preserve-status|verbose)|-[ks][\w.+-]+|--(kill-after|signal)=[\w.+-]+)$/.test(word))
      break;
  }
  if (rest[at] === '--') at += 1;
  return /^\d+(\.\d+)?[smhd]?$/.test(rest[at] ?? '') ? at + 1 : undefined;
}

function countWhile(rest: readonly string[], option: RegExp): number {
  const end = rest.findIndex((word) => !option.test(word));
  return end === -1 ? rest.length : end;
}

interface Wrapper {
  /** Options that take the next word as their value. */
  readonly valued: readonly string[];
  /** Matches a word before the program, such as the mask of `taskset`. */
  readonly operand?: RegExp;
  /** Options whose value is a command line. */
  readonly script?: readonly string[];
}

/** Programs that a deny or ask rule unwraps, in addition to those that an allow rule unwraps. */
const restricted: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries<Wrapper>({
    env: { valued: list('-u -C --unset --chdir'), script: list('-S --split-string') },
    sudo: {
      valued: list(
        '-u -g -U -C -D -h -p -r -R -t -T -a --user --group --other-user --close-from --chdir --host --prompt --role --chroot --type --command-timeout --auth-type',
      ),
    },
    doas: { valued: list('-a -u -C') },
    pkexec: { valued: list('--user') },
    watch: { valued: list('-n --interval --equexit') },
    ionice: { valued: list('-c -n -p -P -u --class --classdata --pid --pgid --uid') },
    setsid: { valued: [] },
    taskset: { valued: list('-c --cpu-list'), operand: /^(0x[\da-f]+|\d+)$/i },
    chrt: { valued: list('-p --pid -T -P -D'), operand: /^\d+$/ },
    strace: { valued: list('-e -o -p -s -E -P -S -a -b -I -u -X -O -U --output --trace --attach --env --user') },
    ltrace: { valued: list('-a -A -e -l -n -o -p -s -u -x -D -F --output') },
    flock: { valued: list('-w -E --timeout --wait --conflict-exit-code'), operand: /^/, script: list('-c --command') },
    script: { valued: list('-E -T -m -o -O -B -I'), operand: /^/, script: list('-c --command') },
    unshare: { valued: list('-R -w -S -G --setuid --setgid --root --wd --propagation --setgroups') },
    nsenter: { valued: list('-t -S -G --target --setuid --setgid') },
    'sandbox-exec': { valued: list('-f -n -p -D') },
    exec: { valued: list('-a') },
    command: { valued: [] },
    builtin: { valued: [] },
    noglob: { valued: [] },
    nocorrect: { valued: [] },
  }),
);

/**
 * Returns the words of the program inside a wrapper, as seen by deny and ask rules; undefined if there is no wrapper.
 */
export function openForRestriction(words: readonly string[]): readonly string[] | undefined {
  const [name = '', ...rest] = words;
  const base = nameWithoutFolder(name);
  if (base === 'time' && rest[0] === '-p') return rest.slice(1);
  const grammar = restricted.get(base);
  if (grammar === undefined) return openForAllow([base, ...rest]);
  const { valued, operand, script = [] } = grammar;
  let isOperandTaken = operand === undefined;
  let at = 0;
  for (; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const [option, value] = splitOption(word);
    if (script.includes(option) && (value ?? rest[at + 1]) !== undefined)
      return (value ?? rest[at + 1] ?? '').trim().split(/\s+/);
    if (base === 'command' && /^-\w*[vV]/.test(word)) return undefined;
    if (word === '--') {
      at += 1;
      break;
    }
    if (word.startsWith('-') && word !== '-') at += valued.includes(word) ? 1 : 0;
    else if (!isOperandTaken && operand?.test(word)) isOperandTaken = true;
    else if (!(isAssignment(word) && (base === 'env' || base === 'sudo'))) break;
  }
  const inner = rest.slice(at);
  return inner.length === 0 ? undefined : inner;
}

/** Splits an option from the value in the same word. */
function splitOption(word: string): readonly [option: string, value: string | undefined] {
  const [, long, longValue] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return [long, longValue];
  return /^-[A-Za-z]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word, undefined];
}

/** True for a word that sets a variable. */
export function isAssignment(word: string): boolean {
  return /^\w+\+?=/.test(word);
}

/** Returns the name of a program without its folder. */
export function nameWithoutFolder(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function list(text: string): readonly string[] {
  return text.split(' ');
}
