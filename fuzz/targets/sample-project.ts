import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder with a project of two modes and three servers. */
export interface SampleProject {
  readonly folder: string;
  readonly remove: () => void;
}

const files: Readonly<Record<string, string>> = {
  '.roomodes': `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documentation.
    groups:
      - read
      - - edit
        - fileRegex: ^docs/.*\\.md$
      - mcp
    mcpRestrictions:
      disallowedTools:
        - serverName: github
          toolName: delete_*
  - slug: broken
    name: Broken
`,
  '.roo/mcp.json':
    '{ "mcpServers": { "github": { "command": "g", "disabledTools": ["fork"] }, "admin": { "command": "a", "defaultEnabled": false } } }\n',
};

/** Writes the project into a new temporary folder. */
export function createSampleProject(): SampleProject {
  const folder = mkdtempSync(join(tmpdir(), 'modegate-fuzz-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
