import type { MatchedRule } from '../agent-answer.ts';
import { ruleKey } from './judge-pair.ts';
import type { ChangedCalls, ProfileChange } from './profile-change.ts';

const order = ['granted', 'unknown', 'tightened', 'other'];

/** Merges changes that are the same for several profiles or calls. Grants come first. */
export function mergeChanges(changes: readonly ProfileChange[]): readonly ProfileChange[] {
  const groups = Map.groupBy(changes, ({ direction, what, rule, formerly }) =>
    JSON.stringify([direction, what, rule, formerly]),
  );
  const merged = [...groups.values()].flatMap((alike): readonly ProfileChange[] => {
    const [first] = alike;
    if (first === undefined) return [];
    const profiles = unique(
      alike.flatMap((one) => one.profiles),
      String,
    );
    const calls = alike.flatMap((one) => one.calls ?? []);
    return [{ ...first, profiles, ...(calls.length > 0 && { calls: mergeCalls(calls) }) }];
  });
  return merged.toSorted((a, b) => order.indexOf(a.direction) - order.indexOf(b.direction));
}

const maxExamples = 10;

function mergeCalls(all: readonly ChangedCalls[]): ChangedCalls {
  const rules = (lists: readonly (readonly MatchedRule[])[]) =>
    unique(
      lists.flat().filter(({ file }) => file !== undefined),
      ruleKey,
    );
  // Each profile contributes an example.
  const first = all.flatMap(({ examples }) => examples.slice(0, 1));
  return {
    before: unique(
      all.flatMap(({ before }) => before),
      String,
    ),
    after: unique(
      all.flatMap(({ after }) => after),
      String,
    ),
    tools: unique(
      all.flatMap(({ tools }) => tools),
      String,
    ),
    examples: unique([...first, ...all.flatMap(({ examples }) => examples)], JSON.stringify).slice(0, maxExamples),
    by: rules(all.map(({ by }) => by)),
    was: rules(all.map(({ was }) => was)),
  };
}

function unique<Value>(values: readonly Value[], key: (value: Value) => string): readonly Value[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}
