import { globSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

/** The folder of the checkout, whose Markdown is the site. */
export const root = join(import.meta.dirname, '../../..');

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'RELEASING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'docs/**/*.md',
  '{packages,apps,editors}/*/README.md',
  'examples/*/README.md',
];

/** Every document that is a page, relative to the checkout. */
export const pages: readonly string[] = globSync(documents, { cwd: root, exclude: isForeign })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

/** Every other Markdown file of the checkout. */
export const otherFiles: readonly string[] = globSync('**/*.md', { cwd: root, exclude: isForeign })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !pages.includes(path));

/** The address of a document's page, from the root of the site: `docs/hooks/codex.md` is `hooks/codex.md`. */
export function addressOf(page: string): string {
  if (page === 'README.md') return 'index.md';
  if (!page.includes('/')) return page.toLowerCase().replaceAll('_', '-');
  return page
    .replace(/^docs\//, '')
    .replace(/^(?<folder>[^/]+\/[^/]+)\/README\.md$/, folderPage)
    .replace(/\/README\.md$/, '/index.md');
}

/** `packages/json/README.md` is a page of its own; `rules/README.md` is the first of its folder. */
function folderPage(_text: string, folder: string): string {
  return `${folder}.md`;
}

const repository = 'https://github.com/modegate/modegate';

/**
 * Where a link of a document leads: to a page, by the page's address; to another file or folder of the repository, on GitHub; anything else
 * is left as it is.
 */
export function resolveLink(page: string, link: string): string {
  if (/^[a-z][a-z+.-]*:|^#|^\//i.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const target = posix.normalize(posix.join(posix.dirname(page), decodeURIComponent(path))).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const document = [target, `${target}/README.md`].find((file) => pages.includes(file));
  if (document !== undefined) return `/${addressOf(document)}${hash}`;
  return `${repository}/${/\.[a-z]+$|^LICENSE$/i.test(target) ? 'blob' : 'tree'}/main/${target}${hash}`;
}

/** A document by its absolute path, relative to the checkout. */
export function pageOf(path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}

function isForeign(path: string): boolean {
  return /(^|[\\/])(node_modules|dist)$/.test(path) || dirname(path) === 'docs/tools';
}
