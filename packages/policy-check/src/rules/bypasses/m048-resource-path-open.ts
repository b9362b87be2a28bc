import { shownList } from '../../source/shown.ts';
import { serversOf } from '../../workspace/mode-bypasses.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M048: a server whose tools are restricted but whose resources are not. */
export const resourcePathOpen = defineRule(['M048', 'resource-path-open', 'warning', 'strict'], {
  summary: 'A mode lists which tools of a server it may use, but it may read every resource of that server.',
  reason:
    'Tool lists do not cover resources. In Modegate and in every proposal for the format, only the server name determines whether `access_mcp_resource` is allowed. A server for files or a database can offer data as a resource even if the mode may not read the data with a tool. If resources matter, remove the server from `allowedServers`.',
  ...exampleWithRepair(
    triageMode(
      'mcpRestrictions:',
      '  allowedServers: [github]',
      '  allowedTools:',
      '    - { serverName: github, toolName: get_issue }',
    ),
    { '      allowedTools:\n        - { serverName: github, toolName: get_issue }\n': '' },
  ),
  *check(workspace) {
    const escapes = workspace
      .modeBypasses('open-resources')
      .filter(({ mode }) => mode.loaded.config.mcpRestrictions?.allowedTools !== undefined);
    for (const [mode, found] of Map.groupBy(escapes, ({ mode }) => mode)) {
      const servers = serversOf(found);
      const message = `Mode '${mode.slug}' may not use every tool of ${shownList(servers)}, but it may read all of the resources, because tool lists do not cover resources. If the resources matter, remove the server from the mode.`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/mcpRestrictions/allowedTools`), mode: mode.slug };
    }
  },
});
