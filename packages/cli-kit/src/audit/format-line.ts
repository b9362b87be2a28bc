import type { AuditLine } from './audit-line.ts';

// Long enough for each value to be recognised. All other members are cut off at the shortest of these limits.
const maxLengths: Readonly<Record<string, number>> = { reason: 2_000, message: 2_000, text: 1_000, mcp_resource: 500 };
const MAX_NAME_LENGTH = 200;
const MAX_PATHS = 20;

/**
 * Formats a line as JSON with its line break: strings are cut off at a limit, except those in `arguments`, and
 * characters that would move or hide others are escaped.
 */
export function formatAuditLine(line: AuditLine): string {
  return `${escapeControls(JSON.stringify(line, cutter(line)))}\n`;
}

function cutter(line: AuditLine): (this: unknown, key: string, value: unknown) => unknown {
  const kept = 'arguments' in line ? line.arguments : undefined;
  // The limits apply to the line's own members and to those of its rule and error; everything below the arguments
  // remains complete.
  const bounded = new Set<unknown>([line, 'rule' in line && line.rule, 'error' in line && line.error]);
  const paths = 'paths' in line ? line.paths : undefined;
  return function cut(key, value) {
    if (paths !== undefined && value === paths)
      return paths.slice(0, MAX_PATHS).map((path) => shorten(path, MAX_NAME_LENGTH));
    if (typeof value !== 'string' || !bounded.has(this) || value === kept) return value;
    return shorten(value, maxLengths[key] ?? MAX_NAME_LENGTH);
  };
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

// C1 controls, DEL, format characters (including direction, invisible and tag characters), and the line ends that JSON
// allows unescaped.
const hidden = /[\u007f-\u009f\u2028\u2029\p{Cf}]/u;

function escapeControls(json: string): string {
  return hidden.test(json) ? json.replaceAll(new RegExp(hidden, 'gu'), escapeCharacter) : json;
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}
