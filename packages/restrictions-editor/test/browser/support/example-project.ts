import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OfferedServer, OfferedTool } from '@modegate/restrictions-editor/model';

/** A modes file as a team keeps one. */
export const exampleModes = `# Modes of the handbook team. Ask Kim before you widen one.
customModes:
  - slug: docs
    name: Docs # shown in the mode menu
    roleDefinition: You write and mend the handbook.
    groups:
      - read
      - - edit
        - fileRegex: \\.mdx?$ # pages only
          description: Markdown pages
      - mcp
    mcpRestrictions:
      # reviewed in May
      disallowedTools:
        - serverName: github
          toolName: delete_* # never
        - serverName: "*"
          toolName: merge_pull_request
  - slug: release
    name: Release
    roleDefinition: You cut releases.
    groups: [read, edit, command, mcp]
    mcpRestrictions:
      extends: docs
`;

const tool = (name: string, description: string, more: Partial<OfferedTool> = {}): OfferedTool => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: { owner: { type: 'string' }, repo: { type: 'string' }, text: { type: 'string', description } },
  },
  ...more,
});
const reads = { hints: { readOnly: true } };
const destroys = { hints: { destructive: true } };

/** What three servers offer. */
export const exampleServers: readonly OfferedServer[] = [
  {
    name: 'github',
    connected: true,
    tools: [
      tool('create_issue', 'Create an issue in a repository.'),
      tool('create_pull_request', 'Open a pull request.'),
      tool('delete_branch', 'Delete a branch.', destroys),
      tool('delete_repository', 'Delete a repository and everything in it.', destroys),
      tool('get_file', 'Read a file of a repository.', reads),
      tool('list_commits', 'List the commits of a branch.', { ...reads, isNew: true }),
      tool('merge_pull_request', 'Merge a pull request.', destroys),
      tool('search_code', 'Search code in all repositories.', reads),
    ],
  },
  {
    name: 'jira',
    connected: true,
    tools: [
      tool('get_ticket', 'Read a ticket.', reads),
      tool('search_tickets', 'Search tickets with JQL.', reads),
      tool('transition_ticket', 'Move a ticket to another state.', { isNew: true }),
    ],
  },
  { name: 'vault' },
];

/** Writes the project into a folder of its own. */
export function writeExample(modes: string = exampleModes, servers: readonly OfferedServer[] = exampleServers): string {
  const root = mkdtempSync(join(tmpdir(), 'editor-example-'));
  writeFileSync(join(root, '.roomodes'), modes);
  const entries = servers.map(({ name }) => [
    name,
    { command: 'server', ...(name === 'vault' ? { defaultEnabled: false } : {}) },
  ]);
  writeFileSync(join(root, '.mcp.json'), JSON.stringify({ mcpServers: Object.fromEntries(entries) }, undefined, 2));
  return root;
}

/** The files of the example. */
export const exampleFiles = [
  'README.md',
  'handbook/start.mdx',
  'handbook/release.md',
  'src/index.ts',
  'src/site.ts',
  'package.json',
];
