import { createLineIndex, type TextPosition } from '@modegate/json';
import { didYouMean, nearestName } from '@modegate/nearest-name';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import type * as z from 'zod';
import { AppError } from './app-error.ts';

/** Path of keys that leads to a value. */
export type SettingsPath = readonly (string | number)[];

/** A parsed configuration file. */
export interface SettingsReading {
  readonly file: string;
  readonly value: unknown;
  /** Returns the position of a key in the form `3:5`; line and column start at 1. */
  readonly placeOf: (path: SettingsPath) => string;
}

/** A problem with one value. */
export interface SettingsProblem {
  readonly path: SettingsPath;
  readonly message: string;
}

/**
 * Parses a configuration file as JSON; accepts comments and trailing commas.
 *
 * @throws {AppError} exit code 2, with file and line, if the file is not JSON.
 */
export function readJsonSettings(text: string, file: string): SettingsReading {
  const clean = text.replace(/^\uFEFF/, '');
  const { positionAt } = createLineIndex(clean);
  const errors: ParseError[] = [];
  const value: unknown = parse(clean, errors, { allowTrailingComma: true });
  const [syntax] = errors;
  if (syntax !== undefined)
    throw new AppError(
      `${file}:${showPlace(positionAt(syntax.offset))}: not valid JSON: ${inWords(printParseErrorCode(syntax.error))}.`,
    );
  const placeOf = (path: SettingsPath): string => {
    const root = parseTree(clean);
    const node = root && findNodeAtLocation(root, [...path]);
    // A key and its value may be on different lines; people who read the file look for the key.
    const place = node?.parent?.type === 'property' ? node.parent : node;
    return showPlace(positionAt(place?.offset ?? 0));
  };
  return { file, value, placeOf };
}

/**
 * Checks a parsed file against a schema, and then with an additional check.
 *
 * @throws {AppError} exit code 2 with one line per problem: file, position, key, expected value and the nearest fix.
 */
export function checkSettings<Schema extends z.ZodObject>(
  { file, value, placeOf }: SettingsReading,
  schema: Schema,
  check: (content: z.infer<Schema>) => readonly SettingsProblem[] = () => [],
): z.infer<Schema> {
  const result = schema.safeParse(value);
  const problems = result.success
    ? check(result.data)
    : result.error.issues.flatMap((issue) => describeIssue(issue, { schema, value }));
  if (result.success && problems.length === 0) return result.data;
  throw new AppError(problems.map(({ path, message }) => `${file}:${placeOf(path)}: ${message}`).join('\n'));
}

function showPlace({ line, column }: TextPosition): string {
  return `${line}:${column}`;
}

/** Converts a code such as `CloseBraceExpected` to words such as `close brace expected`. */
function inWords(code: string): string {
  return code.replaceAll(/\B[A-Z]/g, ' $&').toLowerCase();
}

function describeIssue(
  issue: z.core.$ZodIssue,
  { schema, value }: { readonly schema: z.ZodObject; readonly value: unknown },
): readonly SettingsProblem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code !== 'unrecognized_keys') {
    const name = path.length === 0 ? 'The file' : `'${path.join('.')}'`;
    const given = path.reduce<unknown>((inner, part) => (inner as Readonly<Record<string, unknown>>)[part], value);
    return [{ path, message: `${name} ${describeExpected(issue, given)}` }];
  }
  const known = knownKeys(schema, path);
  return issue.keys.map((key) => {
    const nearest = nearestName(key, known);
    const hint = nearest === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean '${nearest}'?`;
    return { path: [...path, key], message: `unknown key '${[...path, key].join('.')}'. ${hint}` };
  });
}

const typeNames: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Describes a value unless it may be a secret. */
function describeGiven(given: unknown): string {
  if (given === undefined) return 'missing';
  if (Array.isArray(given)) return 'a list';
  return given === null || ['number', 'boolean'].includes(typeof given)
    ? String(given)
    : typeof given === 'string'
      ? 'another text'
      : 'an object';
}

/** Describes the expected and the actual value, in a form that completes a sentence. */
function describeExpected(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? `of the type ${issue.expected}`}, but it is ${describeGiven(given)}.`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const hint = typeof given === 'string' ? didYouMean(given, values) : '';
      return `must be one of ${values.join(', ')}, but it is ${describeGiven(given)}.${hint}`;
    }
    case 'too_small':
      return issue.origin === 'number'
        ? `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}, but it is ${describeGiven(given)}.`
        : 'must not be empty.';
    case 'too_big':
      return `must be at most ${issue.maximum}, but it is ${describeGiven(given)}.`;
    default:
      return `cannot be used: ${issue.message}.`;
  }
}

function knownKeys(schema: z.ZodObject, path: SettingsPath): readonly string[] {
  let shape: Readonly<Record<string, unknown>> = schema.shape;
  for (const part of path) shape = shapeOf(shape[part]);
  return Object.keys(shape);
}

interface Wrapped {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly unwrap?: () => Wrapped;
}

/** Returns the keys of an object schema, which may be optional or nullable; empty for any other schema. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  let inner = schema as Wrapped | undefined;
  while (inner !== undefined && inner.shape === undefined) inner = inner.unwrap?.();
  return inner?.shape ?? {};
}
