/** The slugs of the sample project's modes that work. */
export const workingModes = ['architect', 'code', 'ask', 'debug', 'orchestrator', 'docs'] as const;

const modesText = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documentation.
    description: Write documentation
    groups:
      - read
      - - edit
        - fileRegex: ^docs/.*\\.md$
          description: Documentation
      - mcp
    mcpRestrictions:
      disallowedTools:
        - serverName: github
          toolName: delete_*
  - slug: broken
    name: Broken
`;

/** A project with a mode of its own, a broken mode, an MCP server and a rule. */
export const sampleProject: Readonly<Record<string, string>> = {
  '.roomodes': modesText,
  '.roo/mcp.json': '{ "mcpServers": { "github": { "command": "github-mcp" } } }\n',
  '.roo/rules-docs/style.md': 'Be brief.\n',
};
