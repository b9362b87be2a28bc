import { isSecretHeader } from '@modegate/secrets';
import { type Node, visit } from 'jsonc-parser';

const MASK = '…';

/** Keys under which clients store variables and headers in an entry. */
export const secretKeys: readonly string[] = ['env', 'envs', 'environment', 'headers', 'http_headers'];

/** Keys that determine the command or address in an entry. */
const startKeys: readonly string[] = ['command', 'cmd', 'args', 'cwd', 'type', 'url', 'uri', 'httpUrl', 'serverUrl'];

/**
 * Masks everything that may be a secret in a file's text: every string becomes `"…"` and every comment `…`. In `shown`,
 * only values under {@link secretKeys} are masked; in `servers`, the commands and addresses in entries stay readable.
 * Line breaks are preserved.
 */
export function maskSecrets(text: string, shown: Node | undefined, servers?: Node): string {
  const parts: string[] = [];
  let done = 0;
  let previous: { readonly key: string; readonly value: string } | undefined;
  const replace = (offset: number, length: number, content: string): void => {
    parts.push(text.slice(done, offset), content);
    done = offset + length;
  };
  visit(text, {
    onLiteralValue(...[value, offset, length, , , pathSupplier]) {
      if (typeof value !== 'string') return;
      const path = pathSupplier();
      const isSecret = path.some((key) => secretKeys.includes(String(key)));
      if (isIn(shown, offset) && !isSecret) return;
      const key = path.findLast((part) => typeof part === 'string') ?? '';
      const isStart = isIn(servers, offset) && !isSecret && startKeys.includes(key);
      const before = previous?.key === key ? previous.value : undefined;
      previous = { key, value };
      if (!isStart) replace(offset, length, `"${MASK}"`);
      else if (maskArgument(value, before) !== value)
        replace(offset, length, JSON.stringify(maskArgument(value, before)));
    },
    onComment(offset, length) {
      replace(offset, length, maskedComment(text.slice(offset, offset + length)));
    },
  });
  return parts.join('') + text.slice(done);
}

function isIn(node: Node | undefined, offset: number): boolean {
  return node !== undefined && offset >= node.offset && offset < node.offset + node.length;
}

function maskedComment(comment: string): string {
  if (comment.startsWith('//')) return `// ${MASK}`;
  return `/* ${MASK}${comment.replace(/[^\r\n]/g, '')} */`;
}

/**
 * Masks recognisable secrets in a word of a command or in an address: the value of an option, variable or header whose
 * name suggests a secret, the user and password in an address, and the text after `Bearer` or `Basic`. A secret without
 * such context looks like any other word and is not masked.
 *
 * @param previous - The preceding word.
 */
function maskArgument(word: string, previous = ''): string {
  if (isSecretOption(previous) && !word.startsWith('-')) return MASK;
  return word
    .replace(/^(-{0,2}[\w.-]{1,200})(=|:\s*)(?!\/\/).+$/su, (whole, name: string, sign: string) =>
      isSecretHeader(name) ? `${name}${sign}${MASK}` : whole,
    )
    .replaceAll(/\b(Bearer|Basic) +[^\s"']+/giu, `$1 ${MASK}`)
    .replaceAll(/(:\/\/)[^/?#\s"']*@/gu, `$1${MASK}@`)
    .replaceAll(/([?&])([^=&#\s]{1,200})=[^&#\s"']+/gu, (whole, sign: string, name: string) =>
      isSecretHeader(name) ? `${sign}${name}=${MASK}` : whole,
    );
}

function isSecretOption(word: string): boolean {
  return /^--?[A-Za-z]/.test(word) && !/[=:\s]/.test(word) && isSecretHeader(word);
}
