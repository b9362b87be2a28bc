/** A value without its variables: `Bearer ${env:TOKEN}` has only `Bearer ` written in it. */
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

/** Whether a value stands for a secret rather than being one: `<token>`, `YOUR_KEY`, `xxxx`, `changeme`, `sk-…example…`. */
export function isPlaceholder(value: string): boolean {
  return words.test(value) || patterns.test(value) || new Set(value).size < 7;
}
