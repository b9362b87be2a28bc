/** The pages of the reference by their path in docs/api, and links that lead nowhere. */
export function renderReference(packages) {
  const pages = new Map([['README.md', renderIndex(packages)]]);
  const problems = [];
  for (const { folderName, entries } of packages) {
    for (const [index, entry] of entries.entries()) {
      const twin = entries.slice(0, index).find((earlier) => isSame(earlier, entry));
      const link = createLinks(entry, { entries, problems });
      pages.set(
        `${folderName}/${entry.page}.md`,
        twin === undefined ? renderEntry(entry, link) : renderTwin(entry, twin),
      );
    }
  }
  return { pages, problems };
}

function isSame(one, other) {
  return JSON.stringify(one.exports) === JSON.stringify(other.exports);
}

const notice = '<!-- Written by docs/tools from the comments of the sources. Do not edit: run "pnpm docs:api". -->';

function renderIndex(packages) {
  const sections = packages.map(({ name, description, folderName, entries }) => {
    const rows = entries.map(
      ({ specifier, page, exports }) => `- [\`${specifier}\`](${folderName}/${page}.md): ${exports.length} exports`,
    );
    return `## ${name}\n\n${description}\n\n${rows.join('\n')}`;
  });
  return `${notice}\n\n# API reference\n\nEvery export of every package, with the comment that stands at its declaration.\n\n${sections.join('\n\n')}\n`;
}

function renderTwin({ specifier }, twin) {
  return `${notice}\n\n# ${specifier}\n\nThe same names as [\`${twin.specifier}\`](${twin.page}.md).\n`;
}

/** Finds where a name is described: on this page, or on another one of the same package. */
function createLinks(entry, { entries, problems }) {
  const find = (name) => [entry, ...entries].find(({ exports }) => exports.some((found) => found.name === name));
  return (name, from) => {
    const home = find(name.split('.')[0]);
    if (home === undefined)
      problems.push(`${entry.specifier}: the comment of ${from} links to ${name}, which is not exported`);
    return home === undefined || home === entry ? `#${anchor(name)}` : `${home.page}.md#${anchor(name)}`;
  };
}

function anchor(name) {
  return name.split('.')[0].toLowerCase();
}

const groups = [
  { title: 'Functions', group: 'function' },
  { title: 'Classes', group: 'class' },
  { title: 'Values', group: 'value' },
  { title: 'Types', group: 'type' },
];

function renderEntry({ specifier, exports }, link) {
  const sections = groups.flatMap(({ title, group }) => {
    const members = exports.filter(({ kind }) => kind === group);
    return members.length === 0 ? [] : [`## ${title}`, ...members.map((member) => renderExport(member, link))];
  });
  return `${notice}\n\n# ${specifier}\n\n${sections.join('\n\n')}\n`;
}

function renderExport({ name, comment, text }, link) {
  const prose = [comment.text, ...comment.tags.filter(({ tag }) => tag !== 'param').map(renderTag)];
  const parameters = comment.tags
    .filter(({ tag }) => tag === 'param')
    .map(({ text: own }) => `- ${own.replace(/^(\S+)\s+-?\s*/, '`$1`: ')}`);
  const parts = [
    `### ${name}`,
    `\`\`\`ts\n${text}\n\`\`\``,
    ...prose.filter((part) => part !== ''),
    parameters.join('\n'),
  ];
  const [heading, code, ...rest] = parts.filter((part) => part !== '');
  return [heading, code, ...rest.map((part) => linked(part, (target) => link(target, name)))].join('\n\n');
}

const tagTitles = { throws: '**Throws** ', returns: '**Returns** ', remarks: '', deprecated: '**Deprecated** ' };

function renderTag({ tag, text }) {
  if (tag === 'example') return /^```/m.test(text) ? text : `\`\`\`ts\n${text}\n\`\`\``;
  const title = tagTitles[tag];
  return title === undefined ? '' : title + text.replace(/^\{(\w+)\}/, '`$1`');
}

function linked(markdown, link) {
  return markdown.replaceAll(/\{@link (\S+?)\}/g, (_, name) => `[\`${name}\`](${link(name)})`);
}
