import { showInvisible } from '../rules/prompts/invisible-characters.ts';

/**
 * Writes text on one line; control characters, and characters that hide or reorder text, appear in a form such as
 * `⟨U+202E⟩`.
 */
export function showText(text: string): string {
  return showInvisible(text.replaceAll(/\r\n?|[\n\t]/g, ' ')).replaceAll(
    unseen,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/**
 * Works like {@link showText}, but truncates the text to `maxLength` characters; `rest` is the number of UTF-16 units
 * that were omitted.
 */
export function cutText(text: string, maxLength: number): { readonly shown: string; readonly rest: number } {
  if (text.length <= maxLength) return { shown: showText(text), rest: 0 };
  const shown = Array.from(text.slice(0, maxLength * 2))
    .slice(0, maxLength)
    .join('');
  return { shown: showText(shown), rest: text.length - shown.length };
}

/**
 * Works like {@link showText}, but truncates the text to fit a number of columns in a monospaced font; the result ends
 * with `…` if something was omitted.
 */
export function fitText(text: string, maxColumns: number): string {
  const fitted: string[] = [];
  let columns = 0;
  for (const character of showText(text.slice(0, maxColumns * 2 + 2))) {
    columns += isWide.test(character) ? 2 : 1;
    if (columns > maxColumns) return `${fitted.slice(0, -1).join('')}…`;
    fitted.push(character);
  }
  return fitted.join('');
}

// Characters that remain after `showInvisible` has exempted the joiners and marks that writing systems and emoji need.
const unseen = /(?![\u061c\u200c-\u200f\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0]/gu;

const isWide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}]/u;
