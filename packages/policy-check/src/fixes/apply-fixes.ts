import type { LoadedMode } from '@modegate/mode-core/modes';
import { parseModesText } from '@modegate/mode-core/text';
import type { Finding, FixEdit } from '../source/finding.ts';

/** Options of `applyFixes`. */
export interface ApplyFixesOptions {
  /** If true, also applies fixes that change the meaning of a file. Default false. */
  readonly isUnsafeAllowed?: boolean | undefined;
}

/** Files after their fixes have been applied. */
export interface FixedFiles {
  /** All given files; unchanged if nothing was applied. */
  readonly files: Readonly<Record<string, string>>;
  /** The findings whose fix was applied. */
  readonly applied: readonly Finding[];
  /**
   * Findings whose fix affects the same text as an applied fix, or would break its file; to handle these findings,
   * check and apply again.
   */
  readonly skipped: readonly Finding[];
}

/**
 * Applies the fixes for findings to the texts that were checked. If fixes overlap, the first fix is applied. A readable
 * file remains readable: if all fixes together would break it, they are tried one by one.
 */
export function applyFixes(
  files: Readonly<Record<string, string>>,
  findings: readonly Finding[],
  { isUnsafeAllowed = false }: ApplyFixesOptions = {},
): FixedFiles {
  const wanted = findings.filter(
    ({ fix, suppressed }) => fix !== undefined && suppressed === undefined && (fix.isSafe || isUnsafeAllowed),
  );
  const chosen = withoutOverlaps(wanted);
  const together = applyAll(files, chosen);
  const applied = isIntact(files, together) ? chosen : oneByOne(files, chosen);
  const skipped = wanted.filter((finding) => !applied.includes(finding));
  return { files: applied === chosen ? together : applyAll(files, applied), applied, skipped };
}

/** Overlapping fixes are so rare that trying each one alone is cheap; the limit bounds the worst case. */
const maxTried = 200;

function oneByOne(files: Readonly<Record<string, string>>, findings: readonly Finding[]): readonly Finding[] {
  const kept: Finding[] = [];
  for (const finding of findings.slice(0, maxTried)) {
    kept.push(finding);
    if (!isIntact(files, applyAll(files, kept))) kept.pop();
  }
  return kept;
}

function withoutOverlaps(findings: readonly Finding[]): readonly Finding[] {
  const taken = new Map<string, FixEdit[]>();
  const seen = new Set<string>();
  return findings.filter(({ fix }) => {
    const edits = fix?.edits ?? [];
    const identity = JSON.stringify(edits);
    // If two findings have the same fix, applying it once repairs both.
    if (seen.has(identity)) return true;
    const isTaken = (edit: FixEdit) =>
      stretches(edit).some((key) => taken.get(key)?.some((other) => touches(edit, other)));
    if (edits.some(isTaken)) return false;
    for (const edit of edits) for (const key of stretches(edit)) taken.set(key, [...(taken.get(key) ?? []), edit]);
    seen.add(identity);
    return true;
  });
}

/** Returns the blocks of 64 characters that an edit affects, so that the edit is compared only with its neighbours. */
function stretches({ file, start, end }: FixEdit): readonly string[] {
  const first = start >> 6;
  return Array.from({ length: (end >> 6) - first + 1 }, (_, index) => `${file}\n${first + index}`);
}

function touches(a: FixEdit, b: FixEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function applyAll(
  files: Readonly<Record<string, string>>,
  findings: readonly Finding[],
): Readonly<Record<string, string>> {
  const edits = new Map(findings.flatMap(({ fix }) => fix?.edits ?? []).map((edit) => [JSON.stringify(edit), edit]));
  const byFile = Map.groupBy(edits.values(), ({ file }) => file);
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, applyEdits(text, byFile.get(file) ?? [])]),
  );
}

function applyEdits(text: string, edits: readonly FixEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join('') + text.slice(at);
}

/** True if every modes file that was readable is still readable and contains the same modes. */
function isIntact(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): boolean {
  return Object.entries(before).every(([file, text]) => {
    const now = after[file] ?? text;
    return now === text || countModes(now) >= countModes(text);
  });
}

function countModes(text: string): number {
  const { modes, unreadable } = parseModesText(text, { source: 'project' });
  const isSound = ({ invalid, restrictionsInvalid }: LoadedMode) => (invalid ?? restrictionsInvalid) === undefined;
  return unreadable === undefined ? modes.filter(isSound).length : -1;
}
