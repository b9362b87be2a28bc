import { createLineIndex } from '@modegate/json';
import { type Explanation, formatRule, needsConsent } from '@modegate/mode-core';
import type { ExplainedPart } from '@modegate/mode-core/commands';
import { codeFrame, escapeControls, type ReportStyle } from '@modegate/policy-check/reporters';
import { styledAs } from '../report-style.ts';

/**
 * Describes each program and file of a command in lines for a terminal; returns no lines for a call whose parts were
 * not evaluated separately.
 */
export function describeCommandParts({ parts = [], request }: Explanation): readonly string[] {
  const command = String(request.params?.command);
  const names = parts.map(namePart);
  const width = Math.min(maxName, Math.max(...names.map(({ length }) => length)));
  const lines = parts.flatMap((part, index) => describePart(part, (names[index] ?? '').padEnd(width), command));
  return lines.length === 0 ? [] : [...lines, ''];
}

const maxName = 40;

function namePart({ text, access, path }: ExplainedPart): string {
  const name =
    access === undefined ? escapeControls(text) : path === undefined ? 'an unknown file' : escapeControls(path);
  const shown = name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name;
  return access === undefined ? shown : `${access} ${shown}`;
}

function describePart(part: ExplainedPart, name: string, command: string): readonly string[] {
  const { kind, decision } = part;
  const [sign, word, style] = outcomeOf(decision);
  const start = `  ${styledAs(style, `${sign} ${word.padEnd(7)}`)} ${name}`;
  // The overall decision, which is printed next, repeats the reason.
  if (kind === 'unreadable') return [start.trimEnd(), ...frame(part, command)];
  const by = `  ${styledAs('faint', `by ${escapeControls(formatRule(decision.by))}`)}`;
  return decision.allowed ? [`${start}${by}`] : [`${start}${by}`, `      ${escapeControls(reasonOf(decision))}`];
}

function outcomeOf(decision: ExplainedPart['decision']): readonly [string, string, ReportStyle] {
  if (decision.allowed) return ['✓', 'allowed', 'success'];
  return needsConsent(decision) ? ['!', 'asks', 'warning'] : ['✗', 'refused', 'error'];
}

function reasonOf(decision: Exclude<ExplainedPart['decision'], { readonly allowed: true }>): string {
  return needsConsent(decision) ? decision.questions.map(({ reason }) => reason).join(' ') : decision.reason;
}

/** Returns the line that contains the part of the command, with a marker below that part. */
function frame({ text, position }: ExplainedPart, command: string): readonly string[] {
  const lines = createLineIndex(command);
  const [start, end] = [lines.positionAt(position), lines.positionAt(position + text.length)];
  const range = { ...start, endLine: end.line, endColumn: end.column };
  return codeFrame(command, range, { styled: styledAs, style: 'error', around: 0 }).map((line) => `    ${line}`);
}
