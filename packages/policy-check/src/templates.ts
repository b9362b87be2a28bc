import type { ModeConfig } from '@modegate/mode-core';

/** A mode for a common need, as a starting point. */
export interface RestrictionTemplate {
  /** Kebab-case. */
  readonly id: string;
  readonly title: string;
  /** Purpose of the mode, in one sentence. */
  readonly summary: string;
  /** Limitations that the mode does not enforce, as sentences; empty if none are known. */
  readonly limits: readonly string[];
  /** Names of servers in the mode that users must replace with the names of their own servers. */
  readonly placeholders: readonly string[];
  readonly mode: ModeConfig;
}

const reading = ['get_*', 'list_*', 'read_*', 'search_*'] as const;
const resources = 'The resources of the server can be read, regardless of the list of tools.';
const names = 'The names suggest that the tools only read; whether that is true depends on the server.';
const sibling =
  'An agent can switch to a less restricted mode through switch_mode or new_task, unless the mode is fixed for the connection.';

/** Modes for common needs; each loads without a problem, and no mode allows a tool that its title excludes. */
export const restrictionTemplates: readonly RestrictionTemplate[] = [
  {
    id: 'read-only-reviewer',
    title: 'A reviewer that changes nothing',
    summary: 'Reads the project and reports findings. The mode edits no files, runs no commands and uses no servers.',
    limits: [sibling],
    placeholders: [],
    mode: {
      slug: 'reviewer',
      name: 'Reviewer',
      roleDefinition: 'You review changes and report what you find. You change nothing.',
      groups: ['read'],
    },
  },
  {
    id: 'docs-writer',
    title: 'A documentation writer',
    summary: 'Edits only the README and Markdown files under docs/.',
    limits: [sibling],
    placeholders: [],
    mode: {
      slug: 'docs-writer',
      name: 'Docs Writer',
      roleDefinition: 'You write documentation.',
      groups: [
        'read',
        [
          'edit',
          { fileRegex: '^(docs/.*\\.md|README\\.md)$', description: 'The README and Markdown files under docs/' },
        ],
      ],
    },
  },
  {
    id: 'test-writer',
    title: 'A test writer',
    summary: 'Edits only test files and runs nothing.',
    limits: [
      'The mode cannot run the tests that it writes, because a mode that can run commands can bypass its file limit.',
      sibling,
    ],
    placeholders: [],
    mode: {
      slug: 'test-writer',
      name: 'Test Writer',
      roleDefinition: 'You write tests for the code at hand.',
      groups: [
        'read',
        [
          'edit',
          {
            fileRegex:
              '^(.*/)?(test|tests|__tests__)/[^/.][^/]*\\.[jt]sx?$|^([^.][^/]*/)*[^/.][^/]*\\.(test|spec)\\.[jt]sx?$',
            description: 'Test files',
          },
        ],
      ],
    },
  },
  {
    id: 'mcp-reader',
    title: 'A reader for one server',
    summary:
      'Uses the read tools of one server. A tool that is added later is refused unless its name matches a pattern.',
    limits: [names, resources, sibling],
    placeholders: ['your-server'],
    mode: {
      slug: 'mcp-reader',
      name: 'Reader',
      roleDefinition: 'You look things up and report what you find.',
      groups: ['read', 'mcp'],
      mcpRestrictions: {
        allowedServers: ['your-server'],
        allowedTools: reading.map((toolName) => ({ serverName: 'your-server', toolName })),
      },
    },
  },
  {
    id: 'production-safe',
    title: 'Safe around production',
    summary:
      'Watches the production server and changes nothing there. The mode edits no files, runs no commands and uses no other servers.',
    limits: [
      names,
      resources,
      "Set 'defaultEnabled: false' on the production server, so that no other mode can use it.",
      sibling,
    ],
    placeholders: ['production'],
    mode: {
      slug: 'operator',
      name: 'Operator',
      roleDefinition: 'You watch production and change nothing there.',
      groups: ['read', 'mcp'],
      mcpRestrictions: {
        allowedServers: ['production'],
        allowedTools: ['get_*', 'list_*'].map((toolName) => ({ serverName: 'production', toolName })),
      },
    },
  },
  {
    id: 'no-destruction',
    title: 'A coder that deletes nothing on servers',
    summary:
      'Writes code with the tools of every server that is on by default, except those whose names suggest that they delete something.',
    limits: [
      'A deny list allows every tool that it does not list, including tools that are added later. Prefer an allow list.',
      'The mode may edit every file and run commands, so it can change its own rules.',
    ],
    placeholders: [],
    mode: {
      slug: 'careful-code',
      name: 'Careful Code',
      roleDefinition: 'You write code, and leave deleting to people.',
      groups: ['read', 'edit', 'command', 'mcp'],
      mcpRestrictions: {
        disallowedTools: ['delete_*', 'remove_*', 'drop_*', 'destroy_*', 'purge_*', 'force_*'].map((toolName) => ({
          serverName: '*',
          toolName,
        })),
      },
    },
  },
  {
    id: 'office-hours',
    title: 'A daytime releaser',
    summary: 'Uses one server from Monday to Friday, during the day, on the main branch.',
    limits: ['The mode may not use the server if the time or the branch is not known.', resources, sibling],
    placeholders: ['your-server'],
    mode: {
      slug: 'releaser',
      name: 'Releaser',
      roleDefinition: 'You cut releases.',
      groups: ['read', 'mcp'],
      mcpRestrictions: {
        allowedServers: ['your-server'],
        schedule: { timeZone: 'UTC', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '17:00' },
        when: { branch: 'main' },
      },
    },
  },
  {
    id: 'no-servers',
    title: 'A coder without servers',
    summary:
      'Writes code and runs commands. The mode may not use any MCP server, including servers that are added later.',
    limits: ['The mode may edit every file and run commands, so it can change its own rules.'],
    placeholders: [],
    mode: {
      slug: 'offline-code',
      name: 'Offline Code',
      roleDefinition: 'You write code with what the project already contains.',
      groups: ['read', 'edit', 'command'],
      mcpRestrictions: { allowedServers: [] },
    },
  },
];
