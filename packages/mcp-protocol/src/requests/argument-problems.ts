import { defined, isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { nearestName } from '@modegate/nearest-name';
import type { z } from 'zod';

/** One problem in the arguments of a call. */
export interface ArgumentProblem {
  /** The path of the argument, for example `mode_slug` or `items[2].name`; empty for the arguments as a whole. */
  readonly path: string;
  readonly expected: string;
  /** The value received, truncated to 60 characters. */
  readonly received: string;
  /** The closest valid name or value. */
  readonly suggestion?: string;
}

type Issue = z.core.$ZodIssue;

/** Maximum number of problems in a response. */
export const MAX_PROBLEMS = 10;

/**
 * Lists the problems with invalid arguments, at most 10. Each problem gives the field, the expected and the received
 * value, and the closest valid name.
 */
export function argumentProblems(
  issues: readonly Issue[],
  value: unknown,
  schema: JsonObject,
): readonly ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  for (const issue of issues) {
    // The response lists only ten problems; searching for thousands of problems would let a sender waste the server's
    // time.
    if (problems.length >= MAX_PROBLEMS) break;
    problems.push(...problemsOf(issue, { value, schema, most: MAX_PROBLEMS - problems.length }));
  }
  return problems;
}

/** Writes a problem as a clause: `source: expected one of "a", "b"; received "c" (did you mean 'b'?)`. */
export function describeProblem(problem: ArgumentProblem): string {
  const place = problem.path === '' ? 'arguments' : problem.path;
  const hint = problem.suggestion === undefined ? '' : ` (did you mean '${problem.suggestion}'?)`;
  return `${place}: expected ${problem.expected}; received ${problem.received}${hint}`;
}

interface Arguments {
  readonly value: unknown;
  readonly schema: JsonObject;
  /** Maximum number of problems to find. */
  readonly most: number;
}

function problemsOf(issue: Issue, { value, schema, most }: Arguments): readonly ArgumentProblem[] {
  const path = issue.path;
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path);
    return issue.keys.slice(0, most).map((key) => unknownKeyProblem(key, { path, known }));
  }
  const received = valueAt(value, path);
  const expected = expectation(issue);
  const suggestion = suggestionFor(issue, received);
  return [{ path: pathText(path), expected, received: preview(received), ...defined({ suggestion }) }];
}

/** Returns the problem with a member that the schema does not define. */
export function unknownKeyProblem(
  key: string,
  at: { readonly path: readonly PropertyKey[]; readonly known: readonly string[] },
): ArgumentProblem {
  const suggestion = nearestName(key, at.known);
  const expected = at.known.length === 0 ? 'no such key' : `one of the keys ${at.known.slice(0, 20).join(', ')}`;
  return { path: pathText([...at.path, key]), expected, received: 'an unknown key', ...defined({ suggestion }) };
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return withArticle(issue.expected);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return issue.errors.length === 0 ? decapitalised(issue.message) : unionExpectation(issue.errors);
    default:
      return decapitalised(issue.message);
  }
}

function unionExpectation(errors: readonly (readonly Issue[])[]): string {
  const each = errors.map((branch) => branch.map((issue) => expectation(issue)).join(' and '));
  return [...new Set(each)].slice(0, 5).join(', or ');
}

function oneOf(values: readonly unknown[]): string {
  const listed = values.slice(0, 20).map((value) => (typeof value === 'string' ? `"${value}"` : String(value)));
  return listed.length === 1 ? String(listed[0]) : `one of ${listed.join(', ')}`;
}

function suggestionFor(issue: Issue, received: unknown): string | undefined {
  if (issue.code !== 'invalid_value' || typeof received !== 'string') return undefined;
  return nearestName(
    received,
    issue.values.filter((value) => typeof value === 'string'),
  );
}

// zod begins its messages with the problem ("Too small: expected ..."); the clause needs only the expectation.
function decapitalised(message: string): string {
  const expected = /expected (.*)$/is.exec(message)?.[1] ?? /must (.*)$/is.exec(message)?.[0] ?? message;
  return expected.slice(0, 1).toLowerCase() + expected.slice(1, 200);
}

function withArticle(type: string): string {
  const name = type === 'int' ? 'integer' : type === 'record' ? 'object' : type;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

function knownKeys(schema: JsonObject, path: readonly PropertyKey[]): readonly string[] {
  let current: unknown = schema;
  for (const key of path) {
    if (!isJsonObject(current)) return [];
    current =
      typeof key === 'number'
        ? current.items
        : isJsonObject(current.properties)
          ? current.properties[String(key)]
          : undefined;
  }
  return isJsonObject(current) && isJsonObject(current.properties) ? Object.keys(current.properties) : [];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

/** Formats a path in the usual notation: `items[2].name`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = preview(String(key)).slice(1, -1);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
