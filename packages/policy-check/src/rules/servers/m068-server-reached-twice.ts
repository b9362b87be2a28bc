import { findGatewayBypasses, gatewayBypassProblem, serversByClient } from '@modegate/project';
import { defineRule, example, serverEntry, serversText } from '../define-rule.ts';

/** M068: a client that starts a server itself although modes-server already offers that server. */
export const serverReachedTwice = defineRule(['M068', 'server-reached-twice', 'warning', 'default'], {
  summary: 'A client starts a server directly, and modes-server in the same client also offers this server.',
  reason:
    'The modes apply only to calls that go through modes-server. Calls to the same tool under its direct name are not checked, and the model sees every tool twice. modes-server reads the configuration files of the clients unless its entry specifies other files with `--servers`, so an entry for modes-server next to other servers is enough to cause this. `modes-server adopt` moves the other servers into a file that only the gateway reads.',
  bad: example({
    '.roo/mcp.json': serversText(
      '"github": { "command": "github-mcp-server", "args": ["stdio"] }',
      '"modegate": { "command": "npx", "args": ["-y", "@modegate/modes-server@1.0.0"] }',
    ),
  }),
  good: example({
    '.roo/mcp.json': serversText(
      serverEntry(
        'modegate',
        '"command": "npx"',
        `"args": ["-y", "@modegate/modes-server@1.0.0", "--servers", "\${workspaceFolder}/.roo/mcp.modegate.json"]`,
      ),
    ),
    '.roo/mcp.modegate.json': serversText('"github": { "command": "github-mcp-server", "args": ["stdio"] }'),
  }),
  *check(workspace) {
    for (const found of findGatewayBypasses({ clients: serversByClient(workspace.servers) })) {
      const { server, gateway } = found;
      const { message } = gatewayBypassProblem(found);
      const location = workspace.source(server.file).locateKey(server.pointer);
      const other = workspace.source(gateway.file).locateKey(gateway.pointer);
      yield { message, location, server: server.name, related: [{ message: 'The gateway.', location: other }] };
    }
  },
});
