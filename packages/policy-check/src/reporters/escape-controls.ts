/**
 * Returns text that can be encoded, on one line, without control or formatting characters that could move a cursor,
 * change a colour or hide content, and without anything that a CI runner would treat as a command; a lone surrogate
 * becomes U+FFFD.
 */
export function escapeControls(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replace(/^(\s*):(?=:)/, '$1: ')
    .replaceAll(runnerCommand, '# #');
}

/**
 * Works like {@link escapeControls}, but replaces each such character with exactly one other character, so that columns
 * remain aligned. A tab becomes one space.
 */
export function escapeControlsByLength(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
      character === '\t' ? ' ' : '\uFFFD'.repeat(character.length),
    )
    .replaceAll(runnerCommand, '#\uFFFD');
}

/**
 * Writes JSON with the control and formatting characters in its strings as `\u` escapes, so that it can be displayed
 * safely. The meaning does not change.
 */
export function escapedJson(value: unknown, indent?: number): string {
  return escapeHidden(JSON.stringify(value, null, indent)).replaceAll(runnerCommand, '#\\u0023');
}

/** Replaces control and formatting characters with `\u` escapes; leaves tabs and line endings unchanged. */
export function escapeHidden(text: string): string {
  return text.replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/**
 * GitHub's `##[error]` and Azure's `##vso[` have an effect anywhere in a line, whereas `##teamcity[` and `::error::`
 * have an effect only at its start.
 */
const runnerCommand = /##(?=\w*\[)/g;
