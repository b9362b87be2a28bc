import { isJsonObject } from '@modegate/json';
import {
  checkExpectation,
  checkForms,
  type EntryFault,
  listUnknownKeys,
  type ValueForm,
  valueForms,
} from './check-entry.ts';

/** Outcomes that an entry about an agent's profile can expect. */
export const profileExpectations = ['allow', 'ask', 'deny', 'not offered', 'unknown'] as const;

const { text, texts, flag } = valueForms;

/** Form that each key's value must have in an entry about a profile, except `expect`. */
const forms: Readonly<Record<string, ValueForm>> = {
  name: text,
  profile: texts,
  tool: texts,
  argument: texts,
  arguments: [isJsonObject, 'a mapping that contains the arguments of the call'],
  circumstances: [isJsonObject, "a mapping, such as 'headless: true'"],
  by: text,
  unknown: flag,
};

/** Lists all faults that prevent an entry with a `profile` from being a question with an expected decision. */
export function listProfileEntryFaults(entry: Readonly<Record<string, unknown>>): readonly EntryFault[] {
  return [
    ...listUnknownKeys(entry, [...Object.keys(forms), 'expect']),
    ...checkForms(entry, forms),
    ...(entry.tool === undefined
      ? [{ pointer: '', message: "The entry has no 'tool'. Specify a tool of the agent." }]
      : []),
    ...checkExpectation(entry, profileExpectations, `one of ${outcomes}`),
  ];
}

const outcomes = profileExpectations.map((one) => `'${one}'`).join(', ');
