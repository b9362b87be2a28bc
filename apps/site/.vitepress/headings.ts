import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pages.ts';

/** The first heading of a document, as plain text. */
export function titleOf(page: string): string {
  const [, heading = page] = /^# +(.+?) *$/m.exec(readFileSync(join(root, page), 'utf8')) ?? [];
  return heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

/** Converts a heading to an anchor as GitHub does, so that the same link works on GitHub and here. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
