import { createLineIndex } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import type * as z from 'zod';
import { AppError } from './app-error.ts';

/** The keys that lead to a value. */
export type SettingsPath = readonly (string | number)[];

/** A configuration file as it was read. */
export interface SettingsReading {
  readonly file: string;
  readonly value: unknown;
  /** The line that a key is on, from 1. */
  readonly lineOf: (path: SettingsPath) => number;
}

/** What is wrong with one value. */
export interface SettingsProblem {
  readonly path: SettingsPath;
  readonly message: string;
}

/**
 * Reads a configuration file as JSON; comments and trailing commas are accepted.
 *
 * @throws {AppError} exit code 2, with file and line, when it is not JSON.
 */
export function readJsonSettings(text: string, file: string): SettingsReading {
  const clean = text.replace(/^\uFEFF/, '');
  const { positionAt } = createLineIndex(clean);
  const errors: ParseError[] = [];
  const value: unknown = parse(clean, errors, { allowTrailingComma: true });
  const [syntax] = errors;
  if (syntax !== undefined)
    throw new AppError(
      `${file}:${positionAt(syntax.offset).line}: not valid JSON (${printParseErrorCode(syntax.error)}).`,
    );
  const lineOf = (path: SettingsPath): number => {
    const root = parseTree(clean);
    const node = root && findNodeAtLocation(root, [...path]);
    // A key and its value may be on different lines; the key is what a reader looks for.
    const place = node?.parent?.type === 'property' ? node.parent : node;
    return positionAt(place?.offset ?? 0).line;
  };
  return { file, value, lineOf };
}

/**
 * Holds what was read against a schema, and what fits it against one more check.
 *
 * @throws {AppError} exit code 2, with one line for each problem: file, line, key, what was expected and the nearest fix.
 */
export function checkSettings<Schema extends z.ZodObject>(
  { file, value, lineOf }: SettingsReading,
  schema: Schema,
  check: (content: z.infer<Schema>) => readonly SettingsProblem[] = () => [],
): z.infer<Schema> {
  const result = schema.safeParse(value);
  const problems = result.success
    ? check(result.data)
    : result.error.issues.flatMap((issue) => describeIssue(issue, schema));
  if (result.success && problems.length === 0) return result.data;
  throw new AppError(problems.map(({ path, message }) => `${file}:${lineOf(path)}: ${message}`).join('\n'));
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodObject): readonly SettingsProblem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code !== 'unrecognized_keys') {
    const name = path.length === 0 ? 'The file' : `'${path.join('.')}'`;
    return [{ path, message: `${name} is not usable: ${issue.message}.` }];
  }
  const known = knownKeys(schema, path);
  return issue.keys.map((key) => {
    const nearest = nearestName(key, known);
    const hint = nearest === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean '${nearest}'?`;
    return { path: [...path, key], message: `unknown key '${[...path, key].join('.')}'. ${hint}` };
  });
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

/** The keys of an object that may be absent or null; of anything else none. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  let inner = schema as Wrapped | undefined;
  while (inner !== undefined && inner.shape === undefined) inner = inner.unwrap?.();
  return inner?.shape ?? {};
}
