import { shownList } from '../../source/shown.ts';
import { serversOf } from '../../workspace/mode-bypasses.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import { defineRule, exampleWithRepair, githubServer, triageMode } from '../define-rule.ts';

/** M032: a mode that denies tools by name, and therefore gains access to any tool that is added later. */
export const newToolsOpen = defineRule(['M032', 'new-tools-open', 'warning', 'strict'], {
  summary: 'A mode denies some tools or servers by name and allows all others, including any that are added later.',
  reason:
    'Servers add tools with every release. A deny list covers only the servers and tools that existed when it was written. Every client can use later servers and tools without asking. An allow list does not have this problem.',
  ...exampleWithRepair(
    {
      ...triageMode('mcpRestrictions:', '  disallowedTools:', '    - { serverName: github, toolName: delete_repo }'),
      ...githubServer,
    },
    { '[read, mcp]': '[read]' },
  ),
  *check(workspace) {
    const escapes = workspace.modeBypasses('later-tools');
    for (const [mode, found] of Map.groupBy(escapes, ({ mode }) => mode)) {
      const servers = serversOf(found);
      const message = `Mode '${mode.slug}' denies some tools of ${shownList(servers)} by name, and may use any tool that is added later. List the tools that it needs in 'allowedTools'.`;
      const location = mode.file.locateKey(`${mode.pointer}/mcpRestrictions/disallowedTools`);
      yield { message, location, mode: mode.slug };
    }
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const { groups, mcpRestrictions: own, allowedMcpServers } = mode.loaded.config;
      const denied = own?.disallowedServers ?? [];
      const closing = [own?.allowedServers, own?.allowedTools, own?.extends, allowedMcpServers];
      const isClosed = closing.some((limit) => limit !== undefined);
      if (denied.length === 0 || denied.includes('*') || isClosed || !groups.includes('mcp')) continue;
      const message = `Mode '${mode.slug}' denies ${shownList(denied)} by name, and may use any server that is added later. List the servers that it needs in 'allowedServers'.`;
      const location = mode.file.locateKey(`${mode.pointer}/mcpRestrictions/disallowedServers`);
      yield { message, location, mode: mode.slug };
    }
  },
});
