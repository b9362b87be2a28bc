import type { TextRange } from '../source/location.ts';
import { escapeControlsByLength } from './escape-controls.ts';
import type { ReportStyle } from './report-context.ts';

/** Options of `codeFrame`. */
export interface CodeFrameOptions {
  readonly styled: (style: ReportStyle, text: string) => string;
  /** Style of the marked location. */
  readonly style: ReportStyle;
  /** Number of lines before and after the marked line. Default 1. */
  readonly around?: number;
  /** Length of the longest line to show, in UTF-16 units. Default 160. */
  readonly maxWidth?: number;
}

/**
 * Renders the line at a location with its neighbouring lines and a mark below it; returns an empty result if the text
 * has no such line.
 */
export function codeFrame(text: string, range: TextRange, options: CodeFrameOptions): readonly string[] {
  const { around = 1, styled } = options;
  const lines = text.replace(/^\uFEFF+/, '').split(/\r?\n/);
  if (lines[range.line - 1] === undefined) return [];
  const first = Math.max(1, range.line - around);
  const last = Math.min(lines.length, range.line + around);
  const width = String(last).length;
  return lines.slice(first - 1, last).flatMap((line, index) => {
    const number = first + index;
    const isMarked = number === range.line;
    const gutter = `${isMarked ? '>' : ' '} ${String(number).padStart(width)} |`;
    const view = cut(line, isMarked ? range : undefined, options);
    const shown = [`${styled('faint', gutter)}${view.text === '' ? '' : ` ${view.text}`}`];
    return isMarked ? [...shown, `${styled('faint', `  ${' '.repeat(width)} |`)} ${view.mark}`] : shown;
  });
}

interface View {
  readonly text: string;
  readonly mark: string;
}

/** Cuts a window around the marked location out of a long line. */
function cut(line: string, range: TextRange | undefined, options: CodeFrameOptions): View {
  const { maxWidth = 160, styled, style } = options;
  const start = Math.min(range === undefined ? 0 : range.column - 1, line.length);
  const from = line.length <= maxWidth || start < maxWidth / 2 ? 0 : start - Math.floor(maxWidth / 4);
  const lead = from > 0 ? '…' : '';
  const to = Math.min(line.length, from + maxWidth);
  const text = lead + escapeControlsByLength(line.slice(from, to)).trimEnd() + (to < line.length ? '…' : '');
  if (range === undefined) return { text, mark: '' };
  const end = range.endLine > range.line ? line.length : Math.min(range.endColumn - 1, line.length);
  const length = Math.max(1, Math.min(end, to) - start);
  return { text, mark: ' '.repeat(lead.length + start - from) + styled(style, '^'.repeat(length)) };
}
