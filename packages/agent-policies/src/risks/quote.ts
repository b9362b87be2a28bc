/** Maximum length of text shown in a message. */
const maxShown = 80;

/**
 * Words that may be secrets: long words that consist of upper-case letters, lower-case letters and digits, or words
 * that follow a word announcing a secret.
 */
const secrets = [
  /(?<![\w-])(?=[\w-]{20})(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]+/g,
  /(?<=(?:bearer|token|key|password|secret)[ =:]{1,2})[\w.-]{12,}/gi,
];

/**
 * @internal Quotes a rule or a command for use in a message: in quotation marks, on one line, shortened if necessary,
 * without secrets.
 */
export function quoteText(text: string): string {
  const line = maskLikelySecrets(text.slice(0, 1000))
    .slice(0, maxShown + 1)
    .replaceAll(/\s+/g, ' ');
  return `'${line.length > maxShown ? `${line.slice(0, maxShown)}…` : line}'`;
}

/** @internal Masks likely secrets in text. */
export function maskLikelySecrets(text: string): string {
  return secrets.reduce((before, secret) => before.replaceAll(secret, '••••'), text);
}

/** @internal Quotes the first few of many texts: `'a', 'b' and 9 more`. */
export function quoteList(texts: readonly string[]): string {
  const shown = texts.slice(0, texts.length === 3 ? 3 : 2).map(quoteText);
  const rest = texts.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
