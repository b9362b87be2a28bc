import { shown } from '../../source/shown.ts';
import { mayUseTool } from '../../workspace/decisions.ts';
import { effectiveServers } from '../../workspace/servers.ts';
import { defineRule, exampleWithRepair, modeFile } from '../define-rule.ts';

/** M029: a server that is off by default and that no mode requests. */
export const defaultDisabledNeverAllowed = defineRule({
  id: 'M029',
  name: 'default-disabled-never-allowed',
  severity: 'warning',
  preset: 'default',
  summary: 'A server has `defaultEnabled: false`, but no mode names it in `allowedServers`.',
  reason:
    'Only a mode that names such a server can use it. If none does, it cannot be used at all in Modegate, while Roo Code, Zoo Code and the other clients do not know the key and start the server in every mode. The rule checks every mode, including the built-in ones, and reports nothing if there is no modes file.',
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
      if (workspace.policy.modes.some(({ config }) => mayUseTool(workspace, config.slug, { server: name }))) continue;
      const message = `Server ${shown(name)} is off by default, but no mode names it in 'allowedServers', so it cannot be used. Name the server in a mode, or remove it.`;
      const location = workspace.source(server.file).locate(`${server.pointer}/defaultEnabled`);
      yield { message, location, server: name };
    }
  },
});
