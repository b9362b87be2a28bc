import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const documents = ['*.md', 'docs/**/*.md', '{packages,apps,examples}/*/README.md', '.github/**/*.md'];

/** Links between the documents that lead to no file or to no heading. Addresses with a scheme are left alone. */
export function brokenLinks(root) {
  const files = globSync(documents, { cwd: root, exclude: (path) => /(^|[\\/])node_modules$/.test(path) });
  return files.flatMap((file) => linksOf(join(root, file)).flatMap((link) => explain(root, join(root, file), link)));
}

function explain(root, file, link) {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? file : resolve(dirname(file), decodeURIComponent(path));
  const shown = `${relative(root, file).replaceAll('\\', '/')}: the link ${link}`;
  if (!existsSync(target)) return [`${shown} leads to no file.`];
  if (heading === undefined || heading === '' || !statSync(target).isFile()) return [];
  return anchorsOf(target).has(heading) ? [] : [`${shown} leads to no heading.`];
}

function linksOf(file) {
  const links = [...proseOf(file).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, inline, image]) => inline ?? image,
  );
  return links.filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** Headings as GitHub names them: lower case, without punctuation, a dash for each space, numbered when repeated. */
function anchorsOf(file) {
  const anchors = new Set();
  for (const [, heading] of proseOf(file, { keepCode: true }).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let free = name;
    for (let number = 1; anchors.has(free); number += 1) free = `${name}-${number}`;
    anchors.add(free);
  }
  return anchors;
}

function proseOf(file, { keepCode = false } = {}) {
  const text = readFileSync(file, 'utf8').replaceAll(/^ *(`{3,}|~{3,}).*?^ *\1 *$/gms, '');
  return keepCode ? text : text.replaceAll(/`[^`\n]*`/g, '');
}
