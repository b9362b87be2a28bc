import { shown, shownList } from '../../source/shown.ts';
import { mayUseTool } from '../../workspace/decisions.ts';
import { disabledToolMatcher, effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import type { CheckedMode, Workspace } from '../../workspace/workspace.ts';
import { defineRule, example, githubServer, triageMode } from '../define-rule.ts';

/** M030: a server with destructive tools that is available to modes without being requested. */
export const defaultEnabledSensitive = defineRule(['M030', 'default-enabled-sensitive', 'warning', 'strict'], {
  summary:
    'A server that marks some of its tools as destructive is on by default, and modes without any restriction may use these tools.',
  reason:
    'A server that is on by default is open to every mode that has the group `mcp` and no allow list, including the built-in modes. With `defaultEnabled: false`, a mode can use the server only if it lists the server. The rule needs a lock file or responses from the servers. It relies only on `destructiveHint: true`, never on names.',
  bad: example({
    ...triageMode(),
    ...githubServer,
    'tools.json': '[{ "name": "github", "tools": [{ "name": "delete_repo", "hints": { "destructive": true } }] }]\n',
  }),
  good: example({
    ...triageMode(
      'mcpRestrictions:',
      '  allowedServers: [github]',
      '  disallowedTools:',
      '    - { serverName: github, toolName: delete_repo }',
    ),
    'mcp.json': '{ "mcpServers": { "github": { "command": "github-mcp-server", "defaultEnabled": false } } }\n',
    'tools.json': '[{ "name": "github", "tools": [{ "name": "delete_repo", "hints": { "destructive": true } }] }]\n',
  }),
  *check(workspace) {
    const tools = listKnownTools(workspace);
    const open = workspace.modes.filter((mode) => mode.isEffective && isUnrestricted(mode));
    for (const server of effectiveServers(workspace)) {
      const { policy, name } = server;
      if (server.state === 'invalid' || policy.disabled || !policy.defaultEnabled) continue;
      const destructive = (tools.get(name) ?? [])
        .filter(({ hints }) => hints?.destructive === true)
        .map((tool) => tool.name);
      const isOff = disabledToolMatcher(policy);
      const usable = destructive.filter((tool) => !isOff(tool));
      const modes = usable.length === 0 ? [] : modesWith(workspace, open, { server: name, tool: usable[0] ?? '' });
      if (modes.length === 0) continue;
      const message = `Server ${shown(name)} is on by default and marks ${shownList(usable)} as destructive; ${modes.length === 1 ? 'mode' : 'modes'} ${shownList(modes)} may use the server without listing it. Set 'defaultEnabled' to false, or restrict the modes.`;
      yield { message, location: workspace.source(server.file).locateKey(server.pointer), server: name };
    }
  },
});

function isUnrestricted({ loaded: { config } }: CheckedMode): boolean {
  return config.mcpRestrictions === undefined && config.allowedMcpServers === undefined;
}

function modesWith(
  workspace: Workspace,
  modes: readonly CheckedMode[],
  of: { readonly server: string; readonly tool: string },
): readonly string[] {
  return modes.filter(({ slug }) => mayUseTool(workspace, slug, of)).map(({ slug }) => slug);
}
