import type { AgentToolCall } from '../agent-answer.ts';
import { commonText } from './common-text.ts';
import { coveredTexts, neighboursOf, type ProbePattern, plainText } from './probe-pattern.ts';

/** Maximum number of calls for a profile. */
const maxCalls = 2_000;

/** Calls and patterns to try for one state of a profile. */
export interface ProbeSource {
  /** Calls that do not depend on rules. */
  readonly base: readonly AgentToolCall[];
  /** Patterns in its rules. */
  readonly patterns: readonly ProbePattern[];
}

/**
 * Lists calls that show what rules do: each text that a rule mentions, similar texts, and a text that two rules share.
 * If there are too many calls, the first calls for each rule come first, and rules that differ precede the others.
 * Never returns more than 2,000 calls.
 */
export function listProbeCalls(own: ProbeSource, other: ProbeSource = own): readonly AgentToolCall[] {
  const calls = new Map<string, AgentToolCall>();
  const add = (found: readonly AgentToolCall[]) => {
    for (const call of found) {
      if (calls.size >= maxCalls) return;
      const key = JSON.stringify(call);
      if (!calls.has(key)) calls.set(key, call);
    }
  };
  add([...own.base, ...other.base]);
  const { changed, kept } = splitPatterns(own, other);
  addInTurn(changed.map(callsNear), add);
  const all = [...changed, ...kept];
  for (const one of changed.length > 0 ? changed : all) add(sharedCalls(one, all));
  addInTurn(kept.map(callsNear), add);
  return [...calls.values()];
}

/** Returns calls that contain the plainest text covered by each pattern. */
export function coveredCalls(patterns: readonly ProbePattern[]): readonly AgentToolCall[] {
  return patterns.flatMap((pattern) =>
    coveredTexts(pattern)
      .slice(0, 1)
      .flatMap((text) => pattern.toCalls(plainText(text))),
  );
}

/** Splits patterns into those found in only one state and those found in both. */
function splitPatterns(one: ProbeSource, another: ProbeSource): Record<'changed' | 'kept', readonly ProbePattern[]> {
  const [own, other] = [byKey(one.patterns), byKey(another.patterns)];
  const all = new Map([...own, ...other]);
  const isKept = (key: string) => own.has(key) && other.has(key);
  const pick = (kept: boolean) => [...all].filter(([key]) => isKept(key) === kept).map(([, pattern]) => pattern);
  return { changed: pick(false), kept: pick(true) };
}

function byKey(patterns: readonly ProbePattern[]): ReadonlyMap<string, ProbePattern> {
  return new Map(
    patterns.map((pattern) => [JSON.stringify([pattern.kind, pattern.of, pattern.glob, pattern.effect]), pattern]),
  );
}

function callsNear({ kind, glob, toCalls, isBuiltIn }: ProbePattern): readonly AgentToolCall[] {
  const covered = coveredTexts({ kind, glob });
  const near = isBuiltIn === true ? [] : covered.slice(0, 2).flatMap((text) => neighboursOf(kind, text));
  return [...new Set([...covered, ...near])].flatMap((text) => toCalls(plainText(text)));
}

/** Adds the first call from every list, then the second call from every list, and so on. */
function addInTurn(lists: readonly (readonly AgentToolCall[])[], add: (calls: readonly AgentToolCall[]) => void): void {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1) add(lists.flatMap((list) => list.slice(index, index + 1)));
}

/** Returns texts that a pattern shares with other patterns of the same kind. Two prefix patterns share no new text. */
function sharedCalls(one: ProbePattern, all: readonly ProbePattern[]): readonly AgentToolCall[] {
  return all.flatMap((other) => {
    if (other === one || other.kind !== one.kind || other.of !== one.of) return [];
    if (one.isBuiltIn === true && other.isBuiltIn === true) return [];
    if (!other.glob.includes('*') || !one.glob.includes('*') || (isPrefix(one.glob) && isPrefix(other.glob))) return [];
    const text = commonText(one.glob, other.glob);
    return text === undefined || text === '' ? [] : one.toCalls(plainText(text));
  });
}

function isPrefix(glob: string): boolean {
  return glob.indexOf('*') === glob.length - 1;
}
