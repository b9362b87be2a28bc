import { type Node, visit } from 'jsonc-parser';
import { maskArgument } from './mask-argument.ts';

const MASK = '…';

/** Keys of an entry under which clients keep variables and headers. */
export const secretKeys: readonly string[] = ['env', 'envs', 'environment', 'headers', 'http_headers'];

/** Keys of an entry that determine what is started or called. */
const startKeys: readonly string[] = ['command', 'cmd', 'args', 'cwd', 'type', 'url', 'uri', 'httpUrl', 'serverUrl'];

/**
 * Masks everything in a text that may be a secret: every string becomes `"…"` and every comment `…`. In `shown`, only
 * values under {@link secretKeys} are masked; in `servers`, what entries start or call stays readable. Line breaks
 * stay.
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
