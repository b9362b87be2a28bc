import { attempt } from '@modegate/json';
import { collectPatchPaths } from './patch-paths.ts';
import { type CatalogueTool, findTool } from './tool-catalogue.ts';
import type { ToolParameters } from './tool-parameters.ts';
import { maxPaths, pathParameters, speaksOfPath } from './tool-parameters.ts';
import { collectXmlPaths } from './xml-paths.ts';

/** Paths in a call, or the reason why the paths are uncertain. */
export type CallPaths =
  | { readonly ok: true; readonly paths: readonly string[] }
  | { readonly ok: false; readonly detail: string };

// Longer than any path that an agent sends.
const maxPathLength = 32_768;
const maxDepth = 8;

/**
 * Lists the paths in a call whose kind (file or folder) matters, so that the caller can look up their kinds for the
 * request's `pathKinds`. Returns an empty list if the paths are uncertain, the arguments are not plain data, or the
 * tool does not belong to the agent. Never throws.
 */
export function listCallPaths(tool: string, parameters: ToolParameters = {}): readonly string[] {
  const known = findTool(tool);
  if (known?.paths === undefined || !isEither(known)) return [];
  const called = attempt(() => collectCallPaths(known, parameters));
  return called?.ok === true ? [...new Set(called.paths)] : [];
}

function isEither({ group, paths }: CatalogueTool): boolean {
  return paths?.kind === 'folder' || paths?.kind === 'tree' || (paths?.kind === 'list' && group === 'read');
}

/**
 * Collects every path that a call to `tool` can access; `''` is the project root. Refuses if anything cannot be
 * interpreted with certainty.
 */
export function collectCallPaths(tool: CatalogueTool, parameters: ToolParameters): CallPaths {
  const found: string[] = [];
  const failure =
    collectPathParameters(parameters, found) ??
    collectParameters(tool.morePaths ?? [], parameters, found) ??
    (tool.group === 'edit' ? collectFurther(tool, parameters, found) : undefined) ??
    collectByKind(tool, parameters, found);
  if (failure !== undefined) return { ok: false, detail: failure };
  if (found.length > maxPaths) return { ok: false, detail: `it specifies more than ${maxPaths} files` };
  if (found.some(({ length }) => length > maxPathLength))
    return { ok: false, detail: `it contains a path of more than ${maxPathLength} characters` };
  return { ok: true, paths: found };
}

function collectByKind(tool: CatalogueTool, parameters: ToolParameters, found: string[]): string | undefined {
  switch (tool.paths?.kind) {
    case 'patch':
      return collectPatchPaths(parameters, found);
    case 'list':
      return collectListedPaths(parameters.files, found) ?? collectArgsPaths(parameters.args, found);
    case 'folder':
      // The executors take the folder from `path` alone. A path under another key is accessed in addition to the root,
      // never instead of it.
      if (isAbsent(parameters.path)) found.push('');
      return undefined;
    default:
      return undefined;
  }
}

/**
 * Collects the values of all {@link pathParameters}, looking up each parameter by name, because in V8 searching for
 * names in a list takes longer than the rest of a call.
 */
function collectPathParameters(parameters: ToolParameters, found: string[]): string | undefined {
  const { path, file_path, filePath, target_file } = parameters;
  return (
    collectParameter('path', path, found) ??
    collectParameter('file_path', file_path, found) ??
    collectParameter('filePath', filePath, found) ??
    collectParameter('target_file', target_file, found)
  );
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function collectParameters(keys: readonly string[], parameters: ToolParameters, found: string[]): string | undefined {
  for (const key of keys) {
    const failure = collectParameter(key, parameters[key], found);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function collectParameter(key: string, value: unknown, found: string[]): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return `parameter '${key}' is not a string`;
  found.push(value);
  return undefined;
}

/** Collects the paths in `files`: a list of `{ path }` or of plain paths, or either of these as JSON text. */
function collectListedPaths(files: unknown, found: string[]): string | undefined {
  if (files === undefined || files === null) return undefined;
  const entries = typeof files === 'string' ? attempt(() => JSON.parse(files) as unknown) : files;
  if (!Array.isArray(entries)) return "parameter 'files' is not a list";
  for (const entry of entries.slice(0, maxPaths + 1) as readonly unknown[]) {
    const before = found.length;
    const failure = typeof entry === 'string' ? void found.push(entry) : collectEntry(entry, found);
    if (failure !== undefined) return `in 'files', ${failure}`;
    if (found.length === before) return "an entry of 'files' has no path";
  }
  return undefined;
}

function collectEntry(entry: unknown, found: string[]): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const further = Object.fromEntries(Object.entries(entry).filter(([key]) => !isPathParameter(key)));
  return (
    collectPathParameters(entry as ToolParameters, found) ??
    collectNested(further, { found, depth: 1, where: 'files', isFile: true })
  );
}

/** Collects the paths in `args`: the XML of older multi-file calls, or a structure of paths. */
function collectArgsPaths(args: unknown, found: string[]): string | undefined {
  if (args === undefined || args === null || args === '') return undefined;
  if (typeof args === 'string') return collectXmlPaths(args, found);
  return collectNested(args, { found, depth: 0, where: 'args', isFile: false });
}

/**
 * Collects everything else that denotes a file in a call to a writing tool: no known executor uses such values, but an
 * unknown executor might.
 */
function collectFurther(tool: CatalogueTool, parameters: ToolParameters, found: string[]): string | undefined {
  const isList = tool.paths?.kind === 'list';
  // Inherited keys are included, because an executor would also use them.
  for (const key in parameters) {
    if (isPathParameter(key) || (isList && (key === 'files' || key === 'args'))) continue;
    const value = parameters[key];
    const isNamed = speaksOfPath(key);
    // Most parameters are strings under keys that do not denote a file.
    if (typeof value === 'string' && !isNamed && key !== 'args') continue;
    const nest: Nest = { found, depth: 0, where: key, isFile: false };
    const failure = isNamed
      ? collectNamed(key, value, nest)
      : key === 'args'
        ? collectArgsPaths(value, found)
        : collectNested(value, nest);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function isPathParameter(key: string): boolean {
  return (pathParameters as readonly string[]).includes(key);
}

interface Nest {
  readonly found: string[];
  readonly depth: number;
  /** Name of the parameter that contains these values. */
  readonly where: string;
  /** True if the value denotes a file, in which case its `name` also denotes a file. */
  readonly isFile: boolean;
}

function collectNested(value: unknown, nest: Nest): string | undefined {
  const { found, depth, where, isFile } = nest;
  if (depth > maxDepth || found.length > maxPaths) return `parameter '${where}' is nested too deeply or too long`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const isNamed = speaksOfPath(key) || (isFile && /^name$/i.test(key));
    const failure = isNamed
      ? collectNamed(key, member, { ...nest, depth: depth + 1 })
      : collectNested(member, { ...nest, depth: depth + 1, isFile: isFile && Array.isArray(value) });
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/**
 * Collects the paths in the value of a key that denotes a file: a path, several paths, or objects that describe files.
 */
function collectNamed(key: string, value: unknown, nest: Nest): string | undefined {
  const { found, where } = nest;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return void found.push(value);
  if (typeof value !== 'object' || isPathParameter(key))
    return key === where ? `parameter '${key}' is not a string` : `'${key}' inside '${where}' is not a string`;
  for (const entry of Array.isArray(value) ? (value.slice(0, maxPaths + 1) as readonly unknown[]) : [value]) {
    const before = found.length;
    const failure =
      typeof entry === 'string'
        ? void found.push(entry)
        : collectNested(entry, { ...nest, depth: nest.depth + 1, isFile: true });
    if (failure !== undefined) return failure;
    if (found.length === before) return `an entry of '${key}' has no path`;
  }
  return undefined;
}
