import { visit } from 'jsonc-parser';
import type { PermissionEdit, PermissionFix } from '../permission-files.ts';

/**
 * Returns a fix that removes the comments and trailing commas from the text; returns undefined if the remaining text is
 * not JSON either.
 */
export function repairStrictJson(source: string): PermissionFix | undefined {
  // A space in place of the byte order mark preserves the offsets.
  const text = source.replace(/^\uFEFF/, ' ');
  try {
    const { comments, commas } = findSurplus(text);
    const edits = [...comments, ...commas].toSorted((a, b) => a.start - b.start);
    if (edits.length === 0) return undefined;
    JSON.parse(edits.reduceRight((before, { start, end }) => before.slice(0, start) + before.slice(end), text));
    const what = [count(comments.length, 'comment'), count(commas.length, 'comma')].filter((one) => one !== undefined);
    // The content of the comments is lost.
    return { description: `Remove ${what.join(' and ')}.`, edits, isSafe: comments.length === 0, isNeutral: false };
  } catch {
    return undefined;
  }
}

function count(number: number, noun: string): string | undefined {
  if (number === 0) return undefined;
  return number === 1 ? `the ${noun}` : `${number} ${noun}s`;
}

interface Surplus {
  readonly comments: readonly PermissionEdit[];
  readonly commas: readonly PermissionEdit[];
}

/**
 * Returns comments, together with their lines if the lines contain nothing else, and commas before a closing bracket.
 */
function findSurplus(text: string): Surplus {
  const comments: PermissionEdit[] = [];
  const commas: PermissionEdit[] = [];
  let comma: number | undefined;
  const pass = () => {
    comma = undefined;
  };
  const close = () => {
    if (comma !== undefined) commas.push({ start: comma, end: comma + 1, text: '' });
    comma = undefined;
  };
  visit(text, {
    onComment: (start, length) => comments.push(removal(text, start, start + length)),
    onSeparator: (character, offset) => {
      comma = character === ',' ? offset : undefined;
    },
    onObjectBegin: pass,
    onArrayBegin: pass,
    onObjectProperty: pass,
    onLiteralValue: pass,
    onObjectEnd: close,
    onArrayEnd: close,
  });
  return { comments, commas };
}

function removal(text: string, start: number, end: number): PermissionEdit {
  const blanks = /[ \t]*$/.exec(text.slice(Math.max(0, start - 500), start))?.[0].length ?? 0;
  const from = start - blanks;
  const isLineStart = from === 0 || text[from - 1] === '\n';
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end, end + 500))?.[0].length;
  return { start: from, end: isLineStart && rest !== undefined ? end + rest : end, text: '' };
}
