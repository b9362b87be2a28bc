import type { TextSpan } from './location.ts';

/**
 * Notation of a value. `partial`: the span covers only the first line of the value, so the value cannot be replaced.
 */
export type ValueStyle = 'plain' | 'single' | 'double' | 'block' | 'flow' | 'partial';

/** The part of the text that contains a value: offsets in UTF-16 units, `end` exclusive. */
export interface ValueSpan extends TextSpan {
  readonly style: ValueStyle;
}

/**
 * Finds the end of a YAML or JSON value from its start. `value` is the parsed value at that position; without it, the
 * text is treated as JSON.
 */
export function findValueSpan(text: string, start: number, value?: unknown): ValueSpan {
  const first = text[start];
  const isCollection = typeof value === 'object' && value !== null;
  if (first === '{' || first === '[') return flowSpan(text, start);
  if (isCollection) return partialSpan(text, start);
  if (first === '"') return quotedSpan(text, start, 'double');
  if (first === "'" && value !== undefined) return quotedSpan(text, start, 'single');
  if ((first === '|' || first === '>') && typeof value === 'string') return blockSpan(text, start);
  return plainSpan(text, start, value);
}

function quotedSpan(text: string, start: number, style: 'single' | 'double'): ValueSpan {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (style === 'double' && character === '\\') at++;
    else if (style === 'single' && character === "'" && text[at + 1] === "'") at++;
    else if (character === text[start]) return { start, end: at + 1, style };
  }
  return partialSpan(text, start);
}

/** A block continues until a line that is indented less than its first line. */
function blockSpan(text: string, start: number): ValueSpan {
  let end = endOfLine(text, start);
  let indent: number | undefined;
  for (let at = text.indexOf('\n', start) + 1; at > 0 && at < text.length; at = text.indexOf('\n', at) + 1) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    if (line.trim() === '') continue;
    const depth = line.length - line.trimStart().length;
    indent ??= depth;
    if (depth < indent || depth === 0) break;
    end = lineEnd;
  }
  return { start, end, style: 'block' };
}

function flowSpan(text: string, start: number): ValueSpan {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return { start, end: at + 1, style: 'flow' };
    } else if (opensComment(text, at)) at = endOfLine(text, at) - 1;
    else if (character === '"' || (character === "'" && /[\s[{,:]/.test(text[at - 1] ?? ''))) {
      const quoted = quotedSpan(text, at, character === '"' ? 'double' : 'single');
      if (quoted.style === 'partial') break;
      at = quoted.end - 1;
    }
  }
  return partialSpan(text, start);
}

function opensComment(text: string, at: number): boolean {
  if (text[at] === '#') return /\s/.test(text[at - 1] ?? ' ');
  return text[at] === '/' && text[at + 1] === '/' && /[\s,[{}\]]/.test(text[at - 1] ?? ' ');
}

function plainSpan(text: string, start: number, value: unknown): ValueSpan {
  if (typeof value === 'string')
    return text.startsWith(value, start) && value !== ''
      ? { start, end: start + value.length, style: 'plain' }
      : partialSpan(text, start);
  const end = start + (/^[^\s,\]}#]*/.exec(text.slice(start, start + 64))?.[0].length ?? 0);
  return { start, end, style: 'plain' };
}

function partialSpan(text: string, start: number): ValueSpan {
  const end = endOfLine(text, start);
  return { start, end: start + text.slice(start, end).trimEnd().length, style: 'partial' };
}

function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  if (newline === -1) return text.length;
  return newline > at && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/**
 * Formats text as the replacement for a scalar, using the quotes of the old scalar if they can contain the text;
 * returns undefined for a block.
 */
export function writeScalar(value: string, { style }: ValueSpan): string | undefined {
  if (style === 'block' || style === 'flow' || style === 'partial') return undefined;
  if (!/^[^\p{C}\u2028\u2029]*$/u.test(value) || style === 'double') return JSON.stringify(value);
  // Values stay unquoted only if they cannot be read as anything but text.
  if (style === 'plain' && /^[A-Za-z\\^(.][\w\\^$().|/*+?-]*$/.test(value) && !isOtherScalar(value)) return value;
  return `'${value.replaceAll("'", "''")}'`;
}

function isOtherScalar(value: string): boolean {
  return /^(?:true|false|null|yes|no|on|off|y|n|\.inf|\.nan|[-+.]?[\d.][\w.+-]*)$/i.test(value);
}
