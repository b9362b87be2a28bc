import type { JsonObject } from '@modegate/json';
import { profileExpectations } from './check-profile-entry.ts';
import { textsOf } from './expand-entry.ts';
import type { PolicyTestPosition, ProfileTestCase } from './policy-test-case.ts';

/** Yields the cases in a faultless entry with a `profile`: one case for each combination of its lists. */
export function* expandProfileEntry(entry: JsonObject, place: PolicyTestPosition): Iterable<ProfileTestCase> {
  for (const profile of textsOf(entry.profile))
    for (const tool of textsOf(entry.tool))
      for (const argument of entry.argument === undefined ? [undefined] : textsOf(entry.argument))
        yield createCase(entry, { profile, tool, argument, place });
}

type Combination = Pick<ProfileTestCase, 'profile' | 'tool' | 'place'> & { readonly argument: string | undefined };

function createCase(entry: JsonObject, { profile, tool, argument, place }: Combination): ProfileTestCase {
  const question = `${profile}: ${tool}${argument === undefined ? '' : ` '${argument}'`}`;
  const isOneOfMany = [entry.profile, entry.tool, entry.argument].some(
    (value) => Array.isArray(value) && value.length > 1,
  );
  const named = typeof entry.name === 'string' ? entry.name : undefined;
  return {
    name: named === undefined ? question : isOneOfMany ? `${named}: ${question}` : named,
    profile,
    tool,
    arguments: (entry.arguments ?? {}) as JsonObject,
    circumstances: (entry.circumstances ?? {}) as JsonObject,
    expect: profileExpectations.find((one) => one === entry.expect) ?? 'deny',
    place,
    ...(argument === undefined ? {} : { argument }),
    ...(entry.unknown === true ? { mayBeUnknown: true } : {}),
    ...(typeof entry.by === 'string' ? { by: entry.by } : {}),
  };
}
