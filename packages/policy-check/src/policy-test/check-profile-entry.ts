import { isJsonObject } from '@modegate/json';
import { type EntryFault, isText, isTextOrTexts, listUnknownKeys } from './check-entry.ts';

/** Outcomes that an entry about an agent's profile can expect. */
export const profileExpectations = ['allow', 'ask', 'deny', 'not offered', 'unknown'] as const;

/** Form of each key in an entry about a profile, except `expect`. */
const forms: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  name: [isText, 'a string'],
  profile: [isTextOrTexts, 'a string or a list of strings'],
  tool: [isTextOrTexts, 'a string or a list of strings'],
  argument: [isTextOrTexts, 'a string or a list of strings'],
  arguments: [isJsonObject, 'a mapping that contains the arguments of the call'],
  circumstances: [isJsonObject, "a mapping, such as 'headless: true'"],
  by: [isText, 'a string'],
  unknown: [(value) => typeof value === 'boolean', 'true or false'],
};

/** Lists all faults that prevent an entry with a `profile` from being a question with an expected decision. */
export function listProfileEntryFaults(entry: Readonly<Record<string, unknown>>): readonly EntryFault[] {
  const wrong = Object.entries(forms).filter(([key, [isRight]]) => entry[key] !== undefined && !isRight(entry[key]));
  return [
    ...listUnknownKeys(entry, [...Object.keys(forms), 'expect']),
    ...wrong.map(([key, [, form]]) => ({ pointer: `/${key}`, message: `'${key}' must be ${form}.` })),
    ...(entry.tool === undefined
      ? [{ pointer: '', message: "The entry has no 'tool'. Specify a tool of the agent." }]
      : []),
    ...checkExpectation(entry),
  ];
}

function checkExpectation({ expect }: Readonly<Record<string, unknown>>): readonly EntryFault[] {
  if ((profileExpectations as readonly unknown[]).includes(expect)) return [];
  const values = profileExpectations.map((one) => `'${one}'`).join(', ');
  return expect === undefined
    ? [{ pointer: '', message: `The entry has no 'expect'. Use one of ${values}.` }]
    : [{ pointer: '/expect', message: `'expect' must be one of ${values}.` }];
}
