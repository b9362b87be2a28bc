import { nearestName } from '@modegate/mode-core';
import { rules } from '@modegate/policy-check';
import { findNodeAtLocation, type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { AppError } from './app-error.ts';
import { type SettingsFile, settingsSchema } from './settings-schema.ts';

/**
 * Parses a configuration file, JSON (comments and trailing commas are accepted) or YAML by the end of its name.
 *
 * @throws {AppError} exit code 2, with one line for each problem: file, line, key, what was expected and the nearest fix.
 */
export function parseSettings(text: string, file: string): SettingsFile {
  const { value, lineOf } = /\.ya?ml$/.test(file) ? readYaml(text, file) : readJson(text, file);
  const result = settingsSchema.safeParse(value ?? {});
  const problems = result.success ? unknownRules(result.data) : result.error.issues.flatMap(describeIssue);
  if (result.success && problems.length === 0) return result.data;
  throw new AppError(problems.map(({ path, message }) => `${file}:${lineOf(path)}: ${message}`).join('\n'));
}

type Path = readonly (string | number)[];

interface Reading {
  readonly value: unknown;
  readonly lineOf: (path: Path) => number;
}

function readJson(text: string, file: string): Reading {
  const clean = text.replace(/^\uFEFF/, '');
  const lineAt = (offset: number) => clean.slice(0, offset).split('\n').length;
  const errors: ParseError[] = [];
  const value: unknown = parse(clean, errors, { allowTrailingComma: true });
  const [syntax] = errors;
  if (syntax !== undefined)
    throw new AppError(`${file}:${lineAt(syntax.offset)}: not valid JSON (${printParseErrorCode(syntax.error)}).`);
  const root = parseTree(clean);
  const place = (path: Path): Node | undefined => {
    const node = root && findNodeAtLocation(root, [...path]);
    return node?.parent?.type === 'property' ? node.parent : node;
  };
  return { value, lineOf: (path) => lineAt(place(path)?.offset ?? 0) };
}

function readYaml(text: string, file: string): Reading {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines });
  const [syntax] = document.errors;
  if (syntax !== undefined)
    throw new AppError(`${file}:${syntax.linePos?.[0].line ?? 1}: not valid YAML (${syntax.code}).`);
  const lineOf = (path: Path): number => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    const start = isNode(node) ? node.range?.[0] : undefined;
    return start === undefined ? 1 : lines.linePos(start).line;
  };
  return { value: toValue(document, file), lineOf };
}

/** Aliases that multiply without end are refused by the parser only when the value is made. */
function toValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new AppError(`${file}:1: not usable YAML (${(cause as Error).message}).`, 2, cause);
  }
}

interface Problem {
  readonly path: Path;
  readonly message: string;
}

function describeIssue(issue: z.core.$ZodIssue): readonly Problem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code !== 'unrecognized_keys') {
    const name = path.length === 0 ? 'The file' : `'${path.join('.')}'`;
    return [{ path, message: `${name} is not usable: ${issue.message}.` }];
  }
  const known = path.length === 0 ? Object.keys(settingsSchema.shape) : ['tools', 'tokens'];
  return issue.keys.map((key) => {
    const nearest = nearestName(key, known);
    const hint = nearest === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean '${nearest}'?`;
    return { path: [...path, key], message: `unknown key '${[...path, key].join('.')}'. ${hint}` };
  });
}

/** A misspelt rule would stay as it is, silently. */
function unknownRules({ rules: given = {} }: SettingsFile): readonly Problem[] {
  const known = rules.flatMap(({ id, name }) => [id, name]);
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const hint = nearest === undefined ? '`modegate explain --list` lists them.' : `Did you mean '${nearest}'?`;
      return { path: ['rules', name], message: `unknown rule '${name}'. ${hint}` };
    });
}
