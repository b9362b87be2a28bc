import type { DefaultTheme } from 'vitepress';
import { titleOf } from './headings.ts';
import { addressOf, pages } from './pages.ts';

/**
 * The documents, grouped by the question that brings a reader to them; a document in no group comes last, under "More".
 */
const groups: readonly (readonly [title: string, documents: readonly string[]])[] = [
  [
    'Start',
    [
      'README.md',
      'docs/restrictions.md',
      'docs/commands.md',
      'docs/modegate.md',
      'docs/hooks.md',
      'docs/gateway.md',
      'docs/playground.md',
    ],
  ],
  ['Agents', ['docs/agent-permissions.md', 'docs/denials-that-are-ignored.md', 'docs/hooks/*.md', 'docs/export.md']],
  ['Servers', ['docs/modes-server.md', 'docs/remote-servers.md', 'docs/eras.md', 'docs/ipc-server.md']],
  ['Pull requests', ['docs/ci.md', 'docs/rules/README.md', 'docs/field-report.md']],
  ['Editors', ['docs/editors.md', 'docs/editor.md', 'editors/vscode/README.md']],
  [
    'A team',
    [
      'docs/serving.md',
      'docs/serving-auth.md',
      'docs/instances.md',
      'docs/deployment.md',
      'docs/audit.md',
      'docs/telemetry.md',
    ],
  ],
  [
    'In a program',
    ['docs/mode-core.md', 'docs/batch.md', 'docs/roo-facade.md', 'docs/ipc-bridge.md', 'docs/api/README.md'],
  ],
  ['Packages', ['packages/*/README.md', 'apps/*/README.md']],
  ['Examples', ['examples/*/README.md']],
  [
    'Project',
    ['docs/benchmarks.md', 'docs/fuzzing.md', 'docs/differences/README.md', 'docs/decisions/README.md', '*.md'],
  ],
];

const ofFolders = ['docs/api/', 'docs/rules/', 'docs/decisions/', 'docs/differences/'];

/** Creates the sidebar for all pages; pages in a generated or long folder have their own sidebar. */
export function createSidebar(): DefaultTheme.SidebarMulti {
  const main = mainGroups();
  const folders = ofFolders.map((folder) => [
    `/${folder.replace('docs/', '')}`,
    [
      { text: '← All documents', link: '/restrictions.html' },
      { text: titleOf(`${folder}README.md`), items: pages.filter((page) => page.startsWith(folder)).map(entryOf) },
    ],
  ]);
  return { ...Object.fromEntries(folders), '/': main };
}

function mainGroups(): DefaultTheme.SidebarItem[] {
  const seen = new Set(pages.filter((page) => ofFolders.some((folder) => page.startsWith(folder))));
  const listed = groups.map(([text, documents]) => {
    const found = documents.flatMap((pattern) =>
      pages.filter((page) => fits(page, pattern) && (page === pattern || !seen.has(page))),
    );
    for (const page of found) seen.add(page);
    return { text, collapsed: text === 'Packages' || text === 'Examples', items: found.map(entryOf) };
  });
  const rest = pages.filter((page) => !seen.has(page));
  return rest.length === 0 ? listed : [...listed, { text: 'More', items: rest.map(entryOf) }];
}

function fits(page: string, pattern: string): boolean {
  const [before = '', after = ''] = pattern.split('*');
  if (!pattern.includes('*')) return page === pattern;
  return (
    page.startsWith(before) &&
    page.endsWith(after) &&
    !page.slice(before.length, page.length - after.length).includes('/')
  );
}

function entryOf(page: string): DefaultTheme.SidebarItem {
  return { text: page === 'README.md' ? 'Modegate' : titleOf(page), link: `/${addressOf(page)}` };
}
