import { shownList } from '../../source/shown.ts';
import { defineRule, exampleWithRepair, triageMode } from '../define-rule.ts';

/** M048: a server whose tools are restricted but whose resources are not. */
export const resourcePathOpen = defineRule({
  id: 'M048',
  name: 'resource-path-open',
  severity: 'warning',
  preset: 'strict',
  summary: 'A mode lists the tools of a server that it may use, but may read every resource of that server.',
  reason:
    'Lists of tools say nothing about resources: `access_mcp_resource` is judged only by its server, in Modegate and in every proposal for the format. A server for files or a database may offer as a resource what its tools may not read. Where resources matter, take the server out of `allowedServers`.',
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
      const servers = found.flatMap(({ way }) =>
        way.through.flatMap((subject) => ('server' in subject ? [subject.server] : [])),
      );
      const message = `Mode '${mode.slug}' may not use every tool of ${shownList(servers)}, but it may read all resources there, because lists of tools do not cover resources. If that matters, leave the server out of the mode.`;
      yield { message, location: mode.file.locateKey(`${mode.pointer}/mcpRestrictions/allowedTools`), mode: mode.slug };
    }
  },
});
