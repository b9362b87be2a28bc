import { nearestName } from '@modegate/mode-core';

/** The name that a misspelt one most likely means; only names of a like length are compared, so that a long list stays cheap. */
export function nearestToolName(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(0, 128);
  return nearestName(
    given,
    known.filter((each) => Math.abs(each.length - given.length) <= 8),
  );
}
