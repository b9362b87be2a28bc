import { attempt, isJsonObject, jsonPointer } from '@modegate/json';
import type { Location, TextSpan } from '../source/location.ts';
import type { SourceText } from '../source/source-text.ts';
import { suppressionKey } from '../workspace/suppression-key.ts';
import type { CheckedMode, CheckedModesFile, Workspace } from '../workspace/workspace.ts';

/** One request to hide findings. */
export interface Suppression {
  readonly source: SourceText;
  readonly location: Location;
  /** Rule ids or rule names, as written. */
  readonly rules: readonly string[];
  /** Empty if no reason is stated, in which case the suppression hides nothing. */
  readonly reason: string;
  readonly scope:
    | { readonly kind: 'file' }
    | { readonly kind: 'below'; readonly pointer: string }
    | { readonly kind: 'line'; readonly line: number };
  /** The comment, so that it can be removed if it is not needed. */
  readonly comment?: TextSpan;
}

/** Finds every suppression in the files of a workspace: single-line comments, and `modegate-ignore` keys. */
export function findSuppressions(workspace: Workspace): readonly Suppression[] {
  return [
    ...workspace.modeFiles.flatMap((file) => [...commentsOf(file, workspace), ...keysOf(file, workspace)]),
    ...workspace.serverFiles.flatMap((file) => commentsOf(file, workspace)),
    ...agentFiles(workspace).flatMap((file) => [...commentsOf(file, workspace), ...rootKeyOf(file)]),
    ...workspace.servers.flatMap((server) => {
      const value = server.state === 'valid' ? server.extra[suppressionKey] : undefined;
      return value === undefined ? [] : readKey(workspace.source(server.file), server.pointer, value);
    }),
  ];
}

/** Agents' files in which something was found, except files that also define modes or servers. */
function agentFiles({ permissionFaults, modeFiles, serverFiles, source }: Workspace): readonly SourceText[] {
  const others = new Set([...modeFiles, ...serverFiles].map(({ file }) => file));
  const texts = new Map(permissionFaults.map(({ file, text }) => [file, text]));
  return [...texts]
    .filter(([file, text]) => !others.has(file) && text.includes(suppressionKey))
    .map(([file]) => source(file));
}

/** The key at the root of strict JSON, which cannot contain comments; Claude Code ignores the key. */
function rootKeyOf(source: SourceText): readonly Suppression[] {
  const value = attempt(() => JSON.parse(source.text) as unknown);
  const root = isJsonObject(value) ? value[suppressionKey] : undefined;
  return root === undefined ? [] : readKey(source, '', root);
}

const commentPattern = /(?:^|[ \t,[{])(?:#|\/\/)[ \t]*modegate-ignore(-file)?\b[ \t]*([^\r\n]*)/gm;

function commentsOf(source: SourceText, workspace: Workspace): readonly Suppression[] {
  if (!source.text.includes(suppressionKey)) return [];
  const modes = workspace.modes.filter(({ file }) => file.file === source.file);
  const prose = modes.flatMap(proseSpans).toSorted((a, b) => a.start - b.start);
  const firstLines = new Map(modes.map((mode) => [source.locate(mode.pointer).line, mode.pointer]));
  const targets = findTargets(source.text);
  return [...source.text.matchAll(commentPattern)].flatMap((match) => {
    const start = match.index + match[0].search(/#|\/\//);
    if (isInside(start, prose)) return [];
    const end = match.index + match[0].trimEnd().length;
    const location = source.locateSpan({ start, end }, '');
    const scope = scopeOfComment(targets[location.line - 1] ?? location.line, firstLines, location.line);
    const isForFile = match[1] !== undefined;
    const entry = readEntry(match[2] ?? '');
    return [
      { source, location, scope: isForFile ? { kind: 'file' as const } : scope, comment: { start, end }, ...entry },
    ];
  });
}

/**
 * Maps each line to the line that a comment on it would apply to: the same line if it contains a value, otherwise the
 * next line with a value.
 */
function findTargets(text: string): readonly number[] {
  const lines = text.split('\n');
  const targets: number[] = [];
  let next = lines.length + 1;
  for (let line = lines.length; line > 0; line--) {
    if (!/^[ \t\uFEFF]*(?:#|\/\/|\r?$)/.test(lines[line - 1] ?? '')) next = line;
    targets.push(next);
  }
  return targets.reverse();
}

/** A comment on a line of its own may apply to the mode that begins below it. */
function scopeOfComment(target: number, firstLines: ReadonlyMap<number, string>, line: number): Suppression['scope'] {
  const pointer = target === line ? undefined : firstLines.get(target);
  return pointer === undefined ? { kind: 'line', line: target } : { kind: 'below', pointer };
}

/** Spans of prose: a suppression merely mentioned in a mode's instructions to the agent is ignored. */
function proseSpans({ file, pointer, raw }: CheckedMode): readonly TextSpan[] {
  return Object.keys(raw).flatMap((key) => {
    const value = raw[key];
    if (typeof value !== 'string' || !value.includes(suppressionKey)) return [];
    return file.spanOf(`${pointer}${jsonPointer(key)}`) ?? [];
  });
}

/** True if an offset lies in one of the `spans`, which must be sorted and must not overlap. */
function isInside(offset: number, spans: readonly TextSpan[]): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return (spans[low]?.start ?? Number.POSITIVE_INFINITY) <= offset;
}

function keysOf(file: CheckedModesFile, workspace: Workspace): readonly Suppression[] {
  const { document } = file.parsed;
  const root = isJsonObject(document) ? document[suppressionKey] : undefined;
  return [
    ...(root === undefined ? [] : readKey(file, '', root)),
    ...workspace.modes.flatMap(({ file: own, pointer, raw }) =>
      own === file && raw[suppressionKey] !== undefined ? readKey(file, pointer, raw[suppressionKey]) : [],
    ),
  ];
}

/** Reads `{ "M003": "reason" }`, or a list of strings such as `M003: reason`. */
function readKey(source: SourceText, parent: string, value: unknown): readonly Suppression[] {
  const pointer = `${parent}/${suppressionKey}`;
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const entries = isJsonObject(value)
    ? Object.entries(value).map(([rule, reason]) => ({
        rules: [rule],
        reason: typeof reason === 'string' ? reason.trim() : '',
      }))
    : texts.map((text) => readEntry(typeof text === 'string' ? text : ''));
  return entries.map((entry) => ({
    source,
    location: source.locateKey(pointer),
    scope: parent === '' ? { kind: 'file' } : { kind: 'below', pointer: parent },
    ...entry,
  }));
}

/** Reads `M003, M007: reason`. */
function readEntry(text: string): { readonly rules: readonly string[]; readonly reason: string } {
  const colon = text.indexOf(':');
  const names = colon === -1 ? text : text.slice(0, colon);
  const rules = names.split(/[\s,]+/).filter((name) => name !== '');
  return { rules, reason: colon === -1 ? '' : text.slice(colon + 1).trim() };
}
