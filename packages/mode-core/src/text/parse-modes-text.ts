import { createLineIndex, parsePointer } from '@modegate/json';
import type { ModeSource } from '../modes/mode.ts';
import { createModeProblem, type ModeProblem, type ModesOrigin } from '../modes/mode-problem.ts';
import type { ParsedModes } from '../modes/parsed-modes.ts';
import { parseModes } from '../parse/parse-modes.ts';
import { printable } from '../show.ts';
import type { BrokenText, ReadText } from './read/read-result.ts';
import { readText, stripByteOrderMarks, type TextReading } from './read/read-text.ts';
import { nearestNode } from './read/text-node.ts';

/** Layer to which the text belongs, and the file name to use in problems. */
export interface ModesTextSource {
  readonly source: ModeSource;
  readonly file?: string | undefined;
}

/**
 * Reads the text of a modes file (`.roomodes`, `custom_modes.yaml`, `custom_modes.json`; YAML or JSON). Never throws.
 * Every problem has a line and a column. Text that is unreadable, larger than 4 MiB, empty or without a list of modes
 * yields no modes and sets `unreadable`, so that a policy refuses everything that the file may define. Typographic
 * characters (no-break spaces, curly quotes) are replaced only if the text is otherwise unreadable; the prose in a
 * readable file never changes. If a key occurs twice, the last occurrence takes precedence, as in JSON.
 */
export function parseModesText(text: string, { source, file }: ModesTextSource): ParsedModes {
  const origin = { source, ...(file === undefined ? {} : { file }) };
  const stripped = stripByteOrderMarks(text);
  const reading = readText(stripped);
  if (reading.state === 'broken') return unreadableModes(origin, reading, stripped);
  const { positionAt } = createLineIndex(reading.text);
  const { root } = reading;
  const locate: NonNullable<ModesOrigin['locate']> = (pointer) =>
    positionAt(root === undefined ? 0 : nearestNode(root, parsePointer(pointer) ?? []).start);
  const lists = reading.duplicates.find(({ pointer }) => pointer === '/customModes');
  if (lists !== undefined) return unreadableModes(origin, twoLists(reading, lists.offset), reading.text);
  const parsed = parseModes(root?.value, { ...origin, locate });
  return { ...parsed, problems: [...reportReading(reading, origin, stripped), ...parsed.problems] };
}

/**
 * Returns the result for text with two lists of modes. It is not possible to determine which list was intended, and the
 * dropped list may be the more restrictive one.
 */
function twoLists({ format }: ReadText, offset: number): BrokenText {
  return { state: 'broken', code: 'ROOT_INVALID', format, detail: '', offset };
}

function unreadableModes(origin: ModesOrigin, broken: BrokenText, text: string): ParsedModes {
  const message = explainBroken(broken, text);
  const problem = createModeProblem(at(origin, text, broken.offset), broken.code, { message, pointer: '' });
  return { ...origin, modes: [], problems: [problem], document: undefined, unreadable: message };
}

/** Explains in one sentence why text is unreadable, with an excerpt from the line. */
export function explainBroken(broken: BrokenText, text: string): string {
  if (broken.code === 'ROOT_INVALID') return "The key 'customModes' appears twice; put all modes into one list.";
  if (broken.code === 'FILE_TOO_LARGE') return `The file is too large: ${broken.detail}.`;
  const excerpt = printable(excerptAt(text, broken.offset));
  return `Not valid ${broken.format === 'json' ? 'JSON' : 'YAML'}: ${broken.detail}.${excerpt === '' ? '' : ` Text at this point: ${excerpt}`}`;
}

function reportReading(
  reading: Extract<TextReading, { readonly state: 'read' }>,
  origin: ModesOrigin,
  text: string,
): readonly ModeProblem[] {
  // A single index is used for all duplicates, because a hostile file may contain thousands of them.
  const { positionAt } = createLineIndex(reading.text);
  const duplicates = reading.duplicates.map(({ key, offset, pointer }) => {
    const message = `The key '${printable(key)}' appears twice in one mapping; the last value is used. Remove one of the two.`;
    const position = positionAt(offset);
    return createModeProblem({ ...origin, locate: () => position }, 'DUPLICATE_KEY', { message, pointer });
  });
  if (reading.cleaned === undefined) return duplicates;
  const where = reading.cleaned.reach === 'syntax' ? 'where they were used as syntax' : 'everywhere, prose included';
  const message = `The file could only be read after no-break spaces, invisible characters, curly quotes and long dashes were replaced ${where}. Use plain spaces, quotes and dashes.`;
  const cleaned = createModeProblem(at(origin, text, reading.cleaned.offset), 'CHARACTERS_CLEANED', {
    message,
    pointer: '',
  });
  return [cleaned, ...duplicates];
}

function at(origin: ModesOrigin, text: string, offset: number): ModesOrigin {
  const position = createLineIndex(text).positionAt(offset);
  return { ...origin, locate: () => position };
}

/** Returns the text around `offset` on its line, at most about 80 characters. */
function excerptAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? undefined : end);
  const from = offset - start > 40 ? offset - start - 30 : 0;
  return `${from === 0 ? '' : '…'}${line.slice(from, from + 78).trim()}`;
}
