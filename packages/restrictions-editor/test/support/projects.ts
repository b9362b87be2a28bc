import type { EditorProject } from '@modegate/restrictions-editor/model';

/** A modes file with comments, as a person keeps one. */
export const modesText = `# Modes of this project. Ask Kim before you widen one.
customModes:
  - slug: docs
    name: Docs # for the handbook
    roleDefinition: You write the handbook.
    groups:
      - read
      - - edit
        - fileRegex: \\.md$
          description: Markdown only
      - mcp
    mcpRestrictions:
      # search only
      disallowedTools:
        - serverName: github
          toolName: delete_repo # never
`;

/** Two servers with a few tools, and one that is off by default. */
export const project: EditorProject = {
  edited: { layer: 'project', file: '.roomodes', text: modesText },
  servers: [{ name: 'github' }, { name: 'jira' }, { name: 'vault', defaultEnabled: false }],
  offered: [
    {
      name: 'github',
      connected: true,
      tools: [
        { name: 'create_issue', description: 'Create an issue in a repository.' },
        { name: 'delete_repo', description: 'Delete a repository.', hints: { destructive: true } },
        { name: 'search', description: 'Search code.', hints: { readOnly: true }, isNew: true },
      ],
    },
    { name: 'jira', connected: false, tools: [{ name: 'get_ticket' }, { name: 'search' }] },
    { name: 'vault' },
  ],
  files: ['README.md', 'docs/guide.md', 'src/index.ts'],
};

/** A project whose only mode has these restrictions. */
export function projectWith(restrictions: object, more: Partial<EditorProject> = {}): EditorProject {
  const mode = {
    slug: 'docs',
    name: 'Docs',
    roleDefinition: 'r',
    groups: ['read', 'mcp'],
    mcpRestrictions: restrictions,
  };
  const text = JSON.stringify({ customModes: [mode] }, undefined, 2);
  return { ...project, edited: { layer: 'project', file: '.roomodes', text }, ...more };
}
