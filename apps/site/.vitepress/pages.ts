import { globSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

/** The checkout's folder, whose Markdown files form the site. */
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

/**
 * Returns the address of a document's page, from the root of the site: `docs/hooks/codex.md` is at `hooks/codex.md`.
 */
export function addressOf(page: string): string {
  if (page === 'README.md') return 'index.md';
  if (!page.includes('/')) return page.toLowerCase().replaceAll('_', '-');
  return page
    .replace(/^docs\//, '')
    .replace(/^(?<folder>[^/]+\/[^/]+)\/README\.md$/, folderPage)
    .replace(/\/README\.md$/, '/index.md');
}

/**
 * Returns the page of a folder: `packages/json/README.md` becomes a separate page; `rules/README.md` becomes the first
 * page of its folder.
 */
function folderPage(_text: string, folder: string): string {
  return `${folder}.md`;
}

const repository = 'https://github.com/modegate/modegate';

/**
 * Returns the target of a link in a document: for a page, the page's address; for another file or folder of the
 * repository, its address on GitHub; any other link is unchanged.
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

/** Converts the absolute path of a document to a path relative to the checkout. */
export function pageOf(path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}

function isForeign(path: string): boolean {
  return /(^|[\\/])(node_modules|dist)$/.test(path) || dirname(path) === 'docs/tools';
}
