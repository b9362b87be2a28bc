/** A mode with limits, in a project with two servers; nothing is wrong with it. */
export const cleanProject: Readonly<Record<string, string>> = {
  '.roomodes': `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documentation.
    groups:
      - read
      - - edit
        - fileRegex: ^docs/.*\\.md$
          description: Documentation
  - slug: tickets
    name: Tickets
    roleDefinition: You sort tickets.
    groups: [read, mcp]
    mcpRestrictions:
      allowedServers: [github]
      allowedTools:
        - { serverName: github, toolName: get_issue }
`,
  '.roo/mcp.json': '{\n  "mcpServers": {\n    "github": { "command": "github-mcp" }\n  }\n}\n',
  'docs/guide.md': '# Guide\n',
  'src/a.ts': 'export {};\n',
};

/** The same with a misspelt key, which can be repaired, and a slug that occurs twice, which cannot. */
export const faultyProject: Readonly<Record<string, string>> = {
  ...cleanProject,
  '.roomodes': `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documentation.
    when_to_use: For documents.
    groups: [read]
  - slug: docs
    name: Docs again
    roleDefinition: You write documentation.
    groups: [read]
`,
};
