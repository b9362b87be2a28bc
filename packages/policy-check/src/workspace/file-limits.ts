import { type CompiledPattern, compilePattern, type PatternFailure } from '@modegate/mode-core';
import { type RegexOption, readRegexShape } from '../regex/regex-shape.ts';
import { writeScalar } from '../scalar-text.ts';
import type { Fix, FoundProblem } from '../source/finding.ts';
import { isRecord } from '../source/is-record.ts';
import type { CheckedMode, Workspace } from './workspace.ts';

/** One `fileRegex` of a group entry. */
export interface FileLimit {
  readonly mode: CheckedMode;
  readonly group: string;
  /** JSON pointer of the pattern. */
  readonly pointer: string;
  readonly pattern: string;
  readonly compiled: CompiledPattern | PatternFailure;
  /** The alternatives of the pattern; empty when it cannot be used. */
  readonly shape: readonly RegexOption[];
}

const limitsByWorkspace = new WeakMap<Workspace, readonly FileLimit[]>();

/** Every file limit of every mode, read once a workspace. */
export function fileLimits(workspace: Workspace): readonly FileLimit[] {
  const known = limitsByWorkspace.get(workspace);
  if (known !== undefined) return known;
  const patterns = new Map<string, Pick<FileLimit, 'compiled' | 'shape'>>();
  const limits = workspace.modes.flatMap((mode) => limitsOf(mode, patterns));
  limitsByWorkspace.set(workspace, limits);
  return limits;
}

function limitsOf(
  mode: CheckedMode,
  patterns: Map<string, Pick<FileLimit, 'compiled' | 'shape'>>,
): readonly FileLimit[] {
  const groups: readonly unknown[] = Array.isArray(mode.raw.groups) ? mode.raw.groups : [];
  return groups.flatMap((entry, index) => {
    const [group, options]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const pattern = isRecord(options) ? options.fileRegex : undefined;
    if (typeof group !== 'string' || typeof pattern !== 'string') return [];
    const read = patterns.get(pattern) ?? readPattern(pattern);
    patterns.set(pattern, read);
    return [{ mode, group, pattern, pointer: `${mode.pointer}/groups/${index}/1/fileRegex`, ...read }];
  });
}

function readPattern(pattern: string): Pick<FileLimit, 'compiled' | 'shape'> {
  const compiled = compilePattern(pattern);
  return { compiled, shape: compiled.ok ? readRegexShape(pattern) : [] };
}

/** A finding about a limit: its place and its mode. */
export function problemOf({ mode, pointer }: FileLimit, message: string, fix?: Fix): FoundProblem {
  return { message, location: mode.file.locate(pointer), mode: mode.slug, fix };
}

/** A fix that writes another pattern in the place of one; undefined where it cannot be used or be written there. */
export function rewritePattern(
  { mode, pointer }: FileLimit,
  pattern: string,
  { description, isSafe }: Pick<Fix, 'description' | 'isSafe'>,
): Fix | undefined {
  const span = mode.file.spanOf(pointer);
  const text = span && compilePattern(pattern).ok ? writeScalar(pattern, span) : undefined;
  if (span === undefined || text === undefined) return undefined;
  return { description, edits: [{ file: mode.file.file, start: span.start, end: span.end, text }], isSafe };
}

/** A pattern as it may stand in a message. */
export function showPattern(pattern: string): string {
  const cut = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
  return `'${cut.replaceAll(/\p{Cc}/gu, ' ')}'`;
}

/** The pattern with something put in at an offset. */
export function insertAt(pattern: string, offset: number, text: string): string {
  return pattern.slice(0, offset) + text + pattern.slice(offset);
}
