import { shown } from '../../source/shown.ts';
import { isUsable } from '../../workspace/decisions.ts';
import { effectiveServers } from '../../workspace/servers.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M029: a server that is off by default and that no mode requests. */
export const disabledNeverAllowed = defineRule(['M029', 'default-disabled-never-allowed', 'warning', 'default'], {
  summary: 'A server has `defaultEnabled: false`, but no mode lists it in `allowedServers`.',
  reason:
    'Only a mode that lists the server in its restrictions can use it. If no mode lists the server, it cannot be used at all in Modegate. Roo Code, Zoo Code and the other clients do not support the key, and start the server in every mode. The rule checks every mode, including the built-in modes, and reports nothing if there is no modes file.',
  ...exampleWithRepair(
    {
      ...modeFile('operator', 'You watch production.', 'groups: [read, mcp]'),
      'mcp.json': '{ "mcpServers": { "production": { "command": "production-mcp", "defaultEnabled": false } } }\n',
    },
    { '    groups: [read, mcp]': '    groups: [read, mcp]\n    mcpRestrictions:\n      allowedServers: [production]' },
  ),
  *check(workspace) {
    if (workspace.modeFiles.length === 0) return;
    for (const server of effectiveServers(workspace)) {
      const { policy, name } = server;
      if (server.state === 'invalid' || policy.defaultEnabled || policy.disabled) continue;
      if (isUsable(workspace, { server: name })) continue;
      const message = `Server ${shown(name)} is off by default, but no mode lists it in 'allowedServers', so it cannot be used. Add the server to a mode, or remove it.`;
      const location = workspace.source(server.file).locate(`${server.pointer}/defaultEnabled`);
      yield { message, location, server: name };
    }
  },
});
