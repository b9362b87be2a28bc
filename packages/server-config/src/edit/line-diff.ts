/** Number of unchanged lines shown around a change. */
const CONTEXT_LINES = 3;

/** Maximum length of a displayed line, unless the text shows long lines in full. */
const MAX_SHOWN_LENGTH = 160;

/** Text, and the same text for display: line by line, with secrets masked. */
export interface DisplayedText {
  readonly text: string;
  readonly shown: string;
  /** True to show long lines in full. Default false. */
  readonly isWhole?: boolean;
}

/**
 * Creates a small unified diff for display: one hunk from the first to the last differing line. Compares the real texts
 * and shows the masked ones.
 *
 * @param before - `undefined` if there was no file.
 * @param after - `undefined` if the file is removed.
 * @returns The diff with a header that contains the file name, or `''` if nothing differs.
 */
export function diffLines(file: string, before: DisplayedText | undefined, after: DisplayedText | undefined): string {
  if (before?.text === after?.text) return '';
  const old = linesOf(before?.text);
  const fresh = linesOf(after?.text);
  const start = commonStart(old, fresh);
  const end = commonStart(old.slice(start).toReversed(), fresh.slice(start).toReversed());
  const from = Math.max(0, start - CONTEXT_LINES);
  const context = Math.min(end, CONTEXT_LINES);
  const [oldShown, freshShown] = [shownLines(before), shownLines(after)];
  const range = (lines: readonly string[]): string => {
    const length = lines.length - end + context - from;
    return `${length === 0 ? from : from + 1},${length}`;
  };
  return [
    `--- ${before === undefined ? '/dev/null' : file}`,
    `+++ ${after === undefined ? '/dev/null' : file}`,
    `@@ -${range(old)} +${range(fresh)} @@`,
    ...oldShown.slice(from, start).map((line) => ` ${line}`),
    ...oldShown.slice(start, old.length - end).map((line) => `-${line}`),
    ...freshShown.slice(start, fresh.length - end).map((line) => `+${line}`),
    ...oldShown.slice(old.length - end, old.length - end + context).map((line) => ` ${line}`),
    '',
  ].join('\n');
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split(/\r\n|\n|\r/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Returns the number of equal lines at the start of two texts. */
export function commonStart(old: readonly string[], fresh: readonly string[]): number {
  let length = 0;
  while (length < Math.min(old.length, fresh.length) && old[length] === fresh[length]) length += 1;
  return length;
}

function shownLines(text: DisplayedText | undefined): readonly string[] {
  const lines = linesOf(text?.shown).map((line) => line.replaceAll(HIDDEN, escaped));
  return text?.isWhole === true ? lines : lines.map(cut);
}

/** Characters that a terminal would interpret or hide; a tab is treated as layout. */
const HIDDEN = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function cut(line: string): string {
  return line.length >= MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH - 2)}…` : line;
}
