import type { CatalogueTool } from './tool-catalogue.ts';

/** The paths a call names, or why they cannot be told. */
export type CallPaths =
  | { readonly ok: true; readonly paths: readonly string[] }
  | { readonly ok: false; readonly detail: string };

/** The arguments of a call as they will be executed. */
export type ToolParameters = Readonly<Record<string, unknown>>;

// Tools differ in the parameter they execute, so every spelling that is present counts (roo-modes P4: the checked one was not the executed one).
const pathKeys = ['path', 'file_path', 'filePath'] as const;

// More than any agent sends; beyond it a call is refused rather than searched.
const maxPaths = 1000;

/** Collects every path that a call of `tool` can touch. Anything that cannot be read with certainty is a refusal. */
export function collectCallPaths(tool: CatalogueTool, parameters: ToolParameters): CallPaths {
  const found: string[] = [];
  const failure = collectParameterPaths(parameters, found) ?? collectByKind(tool, parameters, found);
  if (failure !== undefined) return { ok: false, detail: failure };
  if (found.length > maxPaths) return { ok: false, detail: `it names more than ${maxPaths} files` };
  return { ok: true, paths: found };
}

function collectByKind(tool: CatalogueTool, parameters: ToolParameters, found: string[]): string | undefined {
  switch (tool.paths?.kind) {
    case 'patch':
      return collectPatchPaths(parameters, found);
    case 'list':
      return collectListedPaths(parameters.files, found) ?? collectArgsPaths(parameters.args, found);
    default:
      return undefined;
  }
}

function collectParameterPaths(parameters: ToolParameters, found: string[]): string | undefined {
  for (const key of pathKeys) {
    const value = parameters[key];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') return `parameter '${key}' is not a string`;
    found.push(value);
  }
  return undefined;
}

/** `files`: a list of `{ path }` or of plain paths, or the same as JSON text. */
function collectListedPaths(files: unknown, found: string[]): string | undefined {
  if (files === undefined || files === null) return undefined;
  const entries = typeof files === 'string' ? parseJson(files) : files;
  if (!Array.isArray(entries)) return "parameter 'files' is not a list";
  for (const entry of entries.slice(0, maxPaths + 1) as readonly unknown[]) {
    const before = found.length;
    if (typeof entry === 'string') found.push(entry);
    else if (typeof entry === 'object' && entry !== null) {
      const failure = collectParameterPaths(entry as ToolParameters, found);
      if (failure !== undefined) return `in 'files', ${failure}`;
    }
    if (found.length === before) return "an entry of 'files' has no path";
  }
  return undefined;
}

/** `args`: the XML of older multi-file calls, or a structure that holds `path` members. */
function collectArgsPaths(args: unknown, found: string[]): string | undefined {
  if (args === undefined || args === null || args === '') return undefined;
  if (typeof args !== 'string') return collectNestedPaths(args, found, 0);
  // Two XML parsers can disagree on these, and then the checked path is not the executed one.
  if (/<!|<\?|&(?!(?:amp|lt|gt|quot|apos);)/.test(args))
    return "parameter 'args' holds XML that cannot be read with certainty";
  const before = found.length;
  for (const part of args.split(/<path\s*>/).slice(1)) {
    const end = part.indexOf('</path>');
    if (end < 0) return "parameter 'args' has a <path> that is not closed";
    found.push(decodeEntities(part.slice(0, end).trim()));
  }
  // Some parsers take a tag in another case, with blanks, attributes or a namespace for the same element.
  const named = args.match(/<\s*(?:[\w.-]+:)?path\b/gi)?.length ?? 0;
  if (found.length - before < named) return "parameter 'args' has a <path> that cannot be read with certainty";
  const elements = args.match(/<\s*(?:[\w.-]+:)?file\b/gi)?.length ?? 0;
  return found.length - before < Math.max(1, elements) ? "parameter 'args' names a file without a <path>" : undefined;
}

function collectNestedPaths(value: unknown, found: string[], depth: number): string | undefined {
  if (depth > 8 || found.length > maxPaths) return "parameter 'args' is nested too deeply or too long";
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if ((pathKeys as readonly string[]).includes(key)) {
      if (typeof member !== 'string') return `'${key}' inside 'args' is not a string`;
      found.push(member);
    } else {
      const failure = collectNestedPaths(member, found, depth + 1);
      if (failure !== undefined) return failure;
    }
  }
  return undefined;
}

const patchHeader = /^\s*\*\*\*\s*(?:(?:Add|Delete|Update)\s+File|Move\s+to)\s*:(.*)$/i;

// Every line end that some language knows: JavaScript's, and the further ones of Python.
const lineEnd = new RegExp(
  ['\r\n', '\n', '\r', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'].join('|'),
);

/** Every file header of a patch, `Move to` and indented ones included: the executing parser trims lines before it looks at them. */
function collectPatchPaths(parameters: ToolParameters, found: string[]): string | undefined {
  for (const key of ['patch', 'input']) {
    const patch = parameters[key];
    if (patch === undefined || patch === null) continue;
    if (typeof patch !== 'string') return `parameter '${key}' is not a string`;
    for (const line of patch.split(lineEnd)) {
      const header = patchHeader.exec(line);
      if (header) found.push((header[1] ?? '').trim());
    }
  }
  return undefined;
}

function decodeEntities(text: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
