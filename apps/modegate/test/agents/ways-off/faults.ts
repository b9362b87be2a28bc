import type { Change } from './way-off.ts';

/** JSON with a comment before it. */
export const comment: Change = (text) => `// A note\n${text || '{}'}`;

/** JSON with a comma behind its last entry. */
export const trailingComma: Change = (text) => (text || '{"env":{}}').replace(/\}\s*$/, ',}');

/** A text with a mark of its byte order. */
export const byteOrderMark: Change = (text) => `\ufeff${text || '{}'}`;

/** JSON that ends early. */
export const cutOff: Change = (text) => text.trimEnd().slice(0, -1) || '{';

/** A JSON object with other keys too. Copilot writes lines of comment into its own. */
export function withKeys(keys: Readonly<Record<string, unknown>>): Change {
  return (text) => JSON.stringify({ ...JSON.parse(text.replaceAll(/^\/\/.*$/gm, '') || '{}'), ...keys });
}
