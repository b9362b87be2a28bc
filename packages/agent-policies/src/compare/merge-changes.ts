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
    const profiles = [...new Set(alike.flatMap((one) => one.profiles))];
    const calls = alike.flatMap((one) => one.calls ?? []);
    return [{ ...first, profiles, ...(calls.length > 0 && { calls: mergeCalls(calls) }) }];
  });
  return merged.toSorted((a, b) => order.indexOf(a.direction) - order.indexOf(b.direction));
}

const maxExamples = 10;

function mergeCalls(all: readonly ChangedCalls[]): ChangedCalls {
  const rules = (key: 'by' | 'was') =>
    unique(
      all.flatMap((one) => one[key]).filter(({ file }) => file !== undefined),
      ruleKey,
    );
  // Each profile contributes an example.
  const first = all.flatMap(({ examples }) => examples.slice(0, 1));
  return {
    before: [...new Set(all.flatMap(({ before }) => before))],
    after: [...new Set(all.flatMap(({ after }) => after))],
    tools: [...new Set(all.flatMap(({ tools }) => tools))],
    examples: unique([...first, ...all.flatMap(({ examples }) => examples)], JSON.stringify).slice(0, maxExamples),
    by: rules('by'),
    was: rules('was'),
  };
}

function unique<Value>(values: readonly Value[], key: (value: Value) => string): readonly Value[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}
