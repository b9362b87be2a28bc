import { emptyState, type PlaygroundState } from './playground-state.ts';

/** An example to start from. */
export interface PlaygroundExample {
  readonly name: string;
  readonly state: PlaygroundState;
}

const docsModes = `# The modes of a team. Modegate also knows the five that agents have built in.
customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write and mend the handbook.
    groups:
      - read
      - - edit
        - fileRegex: ^handbook/.*\\.mdx?$
          description: Pages of the handbook
      - mcp
    mcpRestrictions:
      allowedServers: [github, jira]
      disallowedTools:
        - { serverName: github, toolName: "delete_*" }
        - { serverName: "*", toolName: merge_pull_request }

  - slug: release
    name: Release
    roleDefinition: You cut releases.
    groups:
      - read
      - - edit
        - fileRegex: ^(CHANGELOG\\.md|package\\.json)$
          description: The changelog and the version
      - command
      - mcp
    mcpRestrictions:
      # Production is off by default, so a mode has to ask for it by name.
      allowedServers: [github, production]
      allowedTools:
        - { serverName: github, toolName: "*" }
        - { serverName: production, toolName: deploy_status }
`;

const docsServers = `{
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github@2025.4.8"],
      "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "\${env:GITHUB_TOKEN}" },
      "alwaysAllow": ["search_code"]
    },
    "jira": {
      "type": "streamable-http",
      "url": "https://jira.example.com/mcp",
      "headers": { "Authorization": "Bearer \${env:JIRA_TOKEN}" }
    },
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "."]
    },
    "production": {
      "command": "ops-server",
      "defaultEnabled": false
    }
  }
}
`;

const team: PlaygroundState = {
  ...emptyState,
  files: { modes: docsModes, servers: docsServers, serversPlace: '.roo/mcp.json' },
  question: { ...emptyState.question, mode: 'docs', target: 'write_to_file', files: 'src/index.ts' },
};

const widened = docsModes
  .replace('^handbook/.*\\.mdx?$', '.*\\.mdx?$')
  .replace('        - { serverName: github, toolName: "delete_*" }\n', '')
  .replace('allowedServers: [github, production]', 'allowedServers: [github, production, jira]');

const pullRequest: PlaygroundState = {
  files: { ...team.files, modes: widened },
  before: team.files,
  question: { ...emptyState.question, mode: 'docs', target: 'github/delete_branch' },
};

const conditions: PlaygroundState = {
  ...emptyState,
  files: {
    modes: `customModes:
  - slug: deploy
    name: Deploy
    roleDefinition: You deploy what was released.
    groups: [read, mcp]
    mcpRestrictions:
      allowedServers: [production]
      allowedTools:
        - serverName: production
          toolName: deploy
          schedule: { timeZone: Europe/Berlin, days: [mon, tue, wed, thu], from: "09:00", to: "16:00" }
          when: { branch: "release/*", ci: true }
        - { serverName: production, toolName: deploy_status }
`,
    servers: '{\n  "mcpServers": {\n    "production": { "command": "ops-server", "defaultEnabled": false }\n  }\n}\n',
    serversPlace: '.roo/mcp.json',
  },
  question: {
    ...emptyState.question,
    mode: 'deploy',
    target: 'production/deploy',
    at: '2026-11-24T10:30:00+01:00',
    branch: 'release/2.0',
    ci: true,
  },
};

const broken: PlaygroundState = {
  ...emptyState,
  files: {
    modes: `customModes:
  - slug: review
    name: Review
    roleDefinition: You review and change nothing.
    groups:
      - read
      - command
      - - edit
        - fileRegex: docs/*.md
      - mcp
    mcpRestriction:
      allowedServers: [githob]
`,
    servers: `{
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "7f3Kq9ZrT1vXw5Lm2Bn8Hc4Jd6Sg0Py" }
    },
    "notes": { "url": "http://notes.example.com/mcp?key=4Jd6Sg0Py7f3Kq9ZrT1vXw5L" }
  }
}
`,
    serversPlace: '.roo/mcp.json',
  },
  question: { ...emptyState.question, mode: 'review', target: 'execute_command' },
};

const commands: PlaygroundState = {
  ...emptyState,
  files: {
    modes: `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write the documentation.
    groups:
      - read
      - [edit, { fileRegex: ^docs/ }]
      - command
    commandRestrictions:
      allowedCommands:
        - pnpm run docs:build
        - git status *
        - git diff *
        - git add docs/*
        - { command: git commit *, reason: The message is free. }
        - ls *
        - cat *
        - sort *
      askCommands:
        - git push
      disallowedCommands:
        - git push --force
`,
    servers: '',
    serversPlace: '.roo/mcp.json',
  },
  question: {
    ...emptyState.question,
    mode: 'docs',
    target: 'execute_command',
    command: 'git add docs/guide.md && git commit -m "Guide; tour"\ngit push origin main\ngit diff > src/a.patch',
  },
};

/** The page's examples; the page initially shows the first one. */
export const examples: readonly [PlaygroundExample, ...PlaygroundExample[]] = [
  { name: 'A team with two modes', state: team },
  { name: 'A pull request that widens the modes', state: pullRequest },
  { name: 'Hours, branches and CI', state: conditions },
  { name: 'Files with mistakes', state: broken },
  { name: 'Limits on commands', state: commands },
];
