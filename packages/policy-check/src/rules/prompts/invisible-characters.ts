/** Invisible characters found in text. */
export interface InvisibleCharacters {
  /** The distinct characters, in the form `U+200B`. */
  readonly names: readonly string[];
  readonly count: number;
  /** True if some of the characters encode text or reverse its order, which never happens by accident. */
  readonly isDeceptive: boolean;
}

// Zero-width characters and fillers, then characters that reverse the order of text, then tags and selectors, which can
// spell out whole sentences.
const invisible =
  /[\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFA0]|[\u{E0000}-\u{E007F}]|\p{Variation_Selector}/gu;
const deceptive = /[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]|\p{Variation_Selector}/u;

/** Finds invisible characters that do not belong in text; ignores those that scripts and emoji require. */
export function findInvisible(text: string): InvisibleCharacters | undefined {
  const found = [...text.matchAll(invisible)].filter(({ 0: character, index }) => !hasPlace(text, index, character));
  if (found.length === 0) return undefined;
  const characters = found.map(({ 0: character }) => character);
  const names = [...new Set(characters.map(nameOf))];
  return { names, count: found.length, isDeceptive: characters.some((character) => deceptive.test(character)) };
}

/** Returns the text without invisible characters. */
export function removeInvisible(text: string): string {
  return text.replaceAll(invisible, (character, offset: number) =>
    hasPlace(text, offset, character) ? character : '',
  );
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Maximum distance examined around an offset, so that text consisting only of such characters is processed in linear
 * time.
 */
const reach = 24;

function hasPlace(text: string, offset: number, character: string): boolean {
  const before = text.slice(Math.max(0, offset - reach), offset);
  const after = text.slice(offset + character.length, offset + character.length + reach);
  if (
    character === '\u200D' &&
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Variation_Selector})$/u.test(before)
  )
    return /^[\p{Extended_Pictographic}\u2640\u2642]/u.test(after);
  // In these scripts, joiners act as letters.
  if (character === '\u200C' || character === '\u200D')
    return /[\u0590-\u0DFF\u1780-\u18AF\uA840-\uA87F]$/.test(before);
  if (character === '\u200E' || character === '\u200F' || character === '\u061C')
    return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(before + after);
  // Regional flags consist of a black flag and tag letters; a selector determines the appearance of one character.
  if (/[\u{E0020}-\u{E007F}]/u.test(character)) return /\u{1F3F4}[\u{E0020}-\u{E007E}]*$/u.test(before);
  if (/\p{Variation_Selector}/u.test(character)) return /[\p{L}\p{S}\p{P}\p{N}]$/u.test(before);
  return false;
}

/** Replaces each invisible character with a name such as `⟨U+200B⟩`. */
export function showInvisible(text: string): string {
  return text.replaceAll(invisible, (character, offset: number) =>
    hasPlace(text, offset, character) ? character : `⟨${nameOf(character)}⟩`,
  );
}
