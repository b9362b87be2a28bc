/**
 * One line of text that can be encoded, without control or formatting characters, which could move a cursor, change a colour or hide
 * what is written, and without what a CI runner would take for a command; half a character becomes U+FFFD.
 */
export function escapeControls(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replace(/^(\s*):(?=:)/, '$1: ')
    .replaceAll(runnerCommand, '# #');
}

/** As {@link escapeControls}, with every such character replaced by one other, so that columns hold. Tabs become one space. */
export function escapeControlsByLength(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
      character === '\t' ? ' ' : '\uFFFD'.repeat(character.length),
    )
    .replaceAll(runnerCommand, '#\uFFFD');
}

/** JSON whose strings have such characters as `\u` escapes, so that it can be shown as it is. It says the same. */
export function escapedJson(value: unknown, indent?: number): string {
  return escapeHidden(JSON.stringify(value, null, indent)).replaceAll(runnerCommand, '#\\u0023');
}

/** The text with `\u` escapes in place of control and formatting characters; tabs and line ends stay. */
export function escapeHidden(text: string): string {
  return text.replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** `##[error]` of GitHub and `##vso[` of Azure count anywhere in a line, `##teamcity[` at its start; `::error::` at its start only. */
const runnerCommand = /##(?=\w*\[)/g;
