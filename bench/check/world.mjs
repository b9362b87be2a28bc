/** A file of many modes as people write them: most in order, every tenth with something to find. */
export function modesFile(count) {
  const modes = Array.from({ length: count }, (_, index) => modeText(index));
  return `customModes:\n${modes.join('')}`;
}

function modeText(index) {
  const odd = index % 10 === 0;
  return `  - slug: mode-${index}
    name: Mode ${index}
    roleDefinition: You are specialist ${index} and keep to your subject.
    groups:
      - read
      - - edit
        - fileRegex: ^docs/part-${index}/.*\\.md$
${odd ? '      - command\n' : ''}      - mcp
    mcpRestrictions:
      allowedServers: [docs, github]
      disallowedTools:
        - serverName: github
          toolName: delete_*
${odd ? '    whenToUsee: misspelt\n' : ''}`;
}

/** The servers that those modes name. */
export const serversFile = JSON.stringify(
  {
    mcpServers: {
      docs: { command: 'docs-mcp', args: ['--read-only'] },
      github: { command: 'github-mcp', disabledTools: ['fork'] },
      admin: { command: 'admin-mcp', defaultEnabled: false },
    },
  },
  null,
  2,
);

/** An ordinary JSON file, for linters that know nothing of modes. */
export function jsonFile(index) {
  return `${JSON.stringify({ name: `file ${index}`, list: Array.from({ length: 40 }, (_, at) => ({ at, odd: at % 2 === 1 })) }, null, 2)}\n`;
}
