import type { ServerEntry } from '@modegate/project';
import { shown } from '../../source/shown.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';

/** M065: a project that replaces the server behind a name that is familiar to the user. */
export const serverNameShadowing = defineRule(['M065', 'server-name-shadowing', 'warning', 'default'], {
  summary: 'A project server has the same name as a global server, but starts something else.',
  reason:
    'Rules refer to server names, not to programs. If a server in a repository has the same name as a server that the user has set up, every mode that may use that name uses the server from the repository. Approvals for the name also apply to this server. In Roo Code and Modegate, the project server takes precedence. Roo Code shows the global server again as soon as the project disables its own. The rule needs the global file, and reports nothing without it.',
  ...exampleWithRepair(
    {
      'mcp.json': '{ "mcpServers": { "github": { "command": "node", "args": ["tools/github.js"] } } }\n',
      'global/mcp.json': '{ "mcpServers": { "github": { "command": "github-mcp-server", "args": ["stdio"] } } }\n',
    },
    {
      '{ "mcpServers": { "github": { "command": "node", "args": ["tools/github.js"] } } }':
        '{ "mcpServers": { "project-github": { "command": "node", "args": ["tools/github.js"] } } }',
    },
  ),
  *check(workspace) {
    const globals = new Map<string, ServerEntry>();
    for (const server of workspace.servers)
      if (server.source === 'global' && !globals.has(server.name)) globals.set(server.name, server);
    for (const server of workspace.servers) {
      const hidden = server.source === 'project' ? globals.get(server.name) : undefined;
      if (hidden === undefined || identity(server) === identity(hidden)) continue;
      const name = shown(server.name);
      const message = `The project server ${name} replaces the global server ${name} but is different from it. Rules and approvals for that name now apply to the project server. Rename the project server, or make the two servers identical.`;
      const location = workspace.source(server.file).locateKey(server.pointer);
      const other = workspace.source(hidden.file).locateKey(hidden.pointer);
      yield { message, location, server: server.name, related: [{ message: 'The global server.', location: other }] };
    }
  },
});

/** Returns the part of an entry that identifies the program or address; variables and headers may differ. */
function identity(server: ServerEntry): string {
  if (server.state === 'invalid') return 'unknown';
  const { config } = server;
  return config.type === 'stdio' ? JSON.stringify([config.command, config.args]) : JSON.stringify([config.url]);
}
