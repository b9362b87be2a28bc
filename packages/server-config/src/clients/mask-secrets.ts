import { type Node, visit } from 'jsonc-parser';

const MASK = '…';

/** The keys of an entry under which clients keep variables and headers. */
export const secretKeys: readonly string[] = ['env', 'envs', 'environment', 'headers', 'http_headers'];

/**
 * A text for display in which nothing is left that could be a secret: every string of it becomes `"…"` and every comment
 * `…`, except in `shown`, where only the values under {@link secretKeys} do. Line breaks stay where they are.
 */
export function maskSecrets(text: string, shown: Node | undefined): string {
  const parts: string[] = [];
  let done = 0;
  const replace = (offset: number, length: number, content: string): void => {
    parts.push(text.slice(done, offset), content);
    done = offset + length;
  };
  const from = shown?.offset ?? text.length;
  const to = from + (shown?.length ?? 0);
  visit(text, {
    onLiteralValue(...[value, offset, length, , , pathSupplier]) {
      if (typeof value !== 'string') return;
      const inside = offset >= from && offset < to;
      if (!inside || pathSupplier().some((key) => secretKeys.includes(String(key)))) {
        replace(offset, length, `"${MASK}"`);
      }
    },
    onComment(offset, length) {
      replace(offset, length, maskedComment(text.slice(offset, offset + length)));
    },
  });
  return parts.join('') + text.slice(done);
}

function maskedComment(comment: string): string {
  if (comment.startsWith('//')) return `// ${MASK}`;
  return `/* ${MASK}${comment.replace(/[^\r\n]/g, '')} */`;
}
