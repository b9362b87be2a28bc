import { nearestName } from '@modegate/mode-core';
import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import type * as z from 'zod';
import { AppError } from './app-error.ts';
import { type SettingsFile, settingsFileSchema } from './settings-schema.ts';

/**
 * Parses the configuration file; comments and trailing commas are accepted.
 *
 * @throws {AppError} exit code 2, with one line for each problem: file, line, key, what was expected and the nearest fix.
 */
export function parseSettingsText(text: string, file: string): SettingsFile {
  const clean = text.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const value: unknown = parse(clean, errors, { allowTrailingComma: true });
  const [syntax] = errors;
  if (syntax !== undefined) {
    throw new AppError(
      `${file}:${lineAt(clean, syntax.offset)}: not valid JSON (${printParseErrorCode(syntax.error)}).`,
      2,
    );
  }
  const result = settingsFileSchema.safeParse(value);
  if (result.success) return result.data;
  const root = parseTree(clean);
  const lines = result.error.issues.flatMap(describeIssue).map(({ path, message }) => {
    const node = root && findNodeAtLocation(root, [...path]);
    // A key and its value may stand on different lines; the key is what a reader looks for.
    const place = node?.parent?.type === 'property' ? node.parent : node;
    return `${file}:${lineAt(clean, place?.offset ?? 0)}: ${message}`;
  });
  throw new AppError(lines.join('\n'), 2);
}

interface Finding {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function describeIssue(issue: z.core.$ZodIssue): readonly Finding[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code !== 'unrecognized_keys') {
    return [{ path, message: `'${path.join('.')}' is not usable: ${issue.message}.` }];
  }
  const known = knownKeys(path.map(String));
  return issue.keys.map((key) => {
    const nearest = nearestName(key, known);
    const hint = nearest === undefined ? ` Known keys: ${known.join(', ')}.` : ` Did you mean '${nearest}'?`;
    return { path: [...path, key], message: `unknown key '${[...path, key].join('.')}'.${hint}` };
  });
}

function knownKeys(path: readonly string[]): readonly string[] {
  let shape: Readonly<Record<string, unknown>> = settingsFileSchema.shape;
  for (const part of path) {
    const inner = shape[part] as
      | { readonly unwrap?: () => { readonly shape?: Readonly<Record<string, unknown>> } }
      | undefined;
    shape = inner?.unwrap?.().shape ?? {};
  }
  return Object.keys(shape);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
