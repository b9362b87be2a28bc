import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * Finds links within a built site that do not lead to a page or heading, and files that a page would load from
 * elsewhere.
 */
export function siteFailures(site: string, base: string): readonly string[] {
  const files = globSync('**/*.{html,css}', { cwd: site }).map((file) => file.replaceAll('\\', '/'));
  // The playground is a separate program with its own check.
  const own = files.filter((file) => !file.startsWith('playground/'));
  const texts = new Map(own.map((file) => [file, readFileSync(join(site, file), 'utf8')]));
  const headings = new Map([...texts].map(([file, text]) => [file, new Set(findAll(text, / id="([^"]+)"/g))]));
  const links = [...texts].flatMap(([file, text]) =>
    linksOf(text).map((link) => ({ file, link, ...targetOf(file, link, base) })),
  );
  return [
    ...links.flatMap(({ file, link, path, anchor }) => {
      if (!existsSync(join(site, path))) return [`${file}: the link ${link} leads to no page`];
      return anchor === '' || headings.get(path)?.has(anchor) !== false
        ? []
        : [`${file}: the link ${link} leads to no heading`];
    }),
    ...[...texts].flatMap(([file, text]) => remoteAssets(text).map((address) => `${file} loads ${address}`)),
  ];
}

function linksOf(text: string): readonly string[] {
  const links = findAll(text, /<a\b[^>]*? href="([^"]+)"/g).filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
  return [...new Set(links)];
}

function targetOf(file: string, link: string, base: string): { readonly path: string; readonly anchor: string } {
  const [path = '', anchor = ''] = decodeURIComponent(link).split('#');
  if (path === '') return { path: file, anchor };
  const full = path.startsWith(base) ? path.slice(base.length) : posix.join(dirname(file), path);
  return { path: full === '' || full.endsWith('/') ? `${full}index.html` : full, anchor };
}

/** Returns scripts, styles, images and fonts that a browser would fetch from another host. */
function remoteAssets(text: string): readonly string[] {
  return [
    ...findAll(text, /<(?:script|img|iframe|source|video)\b[^>]*? src="((?:https?:)?\/\/[^"]+)"/g),
    ...findAll(text, /<link\b[^>]*? href="((?:https?:)?\/\/[^"]+)"/g),
    ...findAll(text, /(?:url\(|@import )["']?((?:https?:)?\/\/[^"')]+)/g),
  ];
}

function findAll(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'));
}
