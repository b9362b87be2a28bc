/** Returns a value without its variables: the literal part of `Bearer ${env:TOKEN}` is only `Bearer `. */
export function withoutVariables(value: string): string {
  return value
    .replaceAll(/\$\{[^}]{0,200}\}/g, '')
    .replaceAll(/\{\{[^}]{0,200}\}\}/g, '')
    .replaceAll(/\$[A-Za-z_]\w{0,100}/g, '')
    .replaceAll(/%[A-Za-z_]\w{0,100}%/g, '');
}

const words =
  /your|example|sample|dummy|fake|placeholder|change[-_ ]?(?:me|this|it)|redacted|insert|replace|todo|fixme|goes[-_]?here|[-_]here$|^here[-_]|my[-_]|some[-_]|enter[-_]|secret[-_]?key|api[-_]?key|access[-_]?token|hidden|masked|censored|local(?:host|dev)|not[-_]?(?:a[-_]?)?real/i;
const patterns = /[xX]{4,}|[*•.]{3,}|…|0{6,}|1234567|7654321|abcdefg|deadbeef|[<>[\]{}]|(.)\1{5,}/;

/**
 * True if a value is a placeholder for a secret rather than a secret: `<token>`, `YOUR_KEY`, `xxxx`, `changeme`,
 * `sk-…example…`.
 */
export function isPlaceholder(value: string): boolean {
  return words.test(value) || patterns.test(value) || new Set(value).size < 7;
}

/**
 * True if a value looks random: a single long run of characters common in keys, with letters and digits, and with no
 * character much more frequent than the others. Words, paths, versions and addresses do not look random.
 */
export function isRandomLooking(value: string): boolean {
  if (!/^[A-Za-z0-9_+/=~.-]{20,512}$/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[./~]|:\/\/|\/\/|\.\.|\.(?:json|ya?ml|env|pem|key|txt|js|ts|py|com|org|net|io|dev)\b/i.test(value))
    return false;
  if (isMadeOfWords(value) || isMostlyWords(value)) return false;
  const isHexadecimal = /^[0-9a-f-]+$/i.test(value);
  return bitsPerCharacter(value) >= (isHexadecimal ? 3 : 3.6);
}

/**
 * True for values such as `claude-3-7-sonnet-20250219` and `prod_read_only_user_1`, in which the parts between
 * separators are words or numbers.
 */
function isMadeOfWords(value: string): boolean {
  const parts = value.split(/[-_./=+~]+/).filter((part) => part !== '');
  return (
    parts.length > 1 && parts.every((part) => /^(?:[A-Za-z]?[a-z]{0,14}|[A-Z]{1,14}|v?\d{1,8}[a-z]{0,2})$/.test(part))
  );
}

/**
 * In words, letters of the same case follow one another; in random characters, runs of four such letters are rare
 * unless there are many digits.
 */
function isMostlyWords(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '').length;
  const inRuns = (value.match(/[a-z]{4,}|[A-Z]{4,}/g) ?? []).join('').length;
  return digits < 2 || (digits < value.length * 0.15 && inRuns > value.length * 0.4);
}

/** Returns the Shannon entropy of the characters. */
function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
