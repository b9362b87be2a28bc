import { compileDisabledTool, compileNamePattern } from '@modegate/mode-core/patterns';
import { nearestName } from '@modegate/nearest-name';
import { replaceName } from '../../fixes/replace-name.ts';
import { isLiteral } from '../../matrix/names.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { shown } from '../../source/shown.ts';
import { comparable, isTypingSlip, suggestName } from '../../source/similar-names.ts';
import { effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import type { RestrictionEntry, Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, githubServer, triageMode } from '../define-rule.ts';
import { idleEffect } from './idle-effect.ts';

/** M021: a rule for a tool that the server does not have. */
export const unknownToolRule = defineRule(['M021', 'unknown-tool', 'error', 'default'], {
  summary: 'A restriction of a mode, or `disabledTools` of a server, refers to a tool that the server does not offer.',
  reason:
    "Servers can rename their tools in a new release. After a rename, a deny rule for the old name denies nothing in any client, so the new name is open. An allow rule for the old name has no effect. The rule needs the tool lists of the servers, either from a lock file or from the servers. It reports nothing about servers whose tools are not known. A client's own `alwaysAllow` is ignored, because it keeps the names of tools that a server no longer has.",
  ...exampleWithRepair(
    {
      ...triageMode('mcpRestrictions:', '  disallowedTools:', '    - { serverName: github, toolName: delete_repo }'),
      ...githubServer,
      'tools.json': '[{ "name": "github", "tools": [{ "name": "delete_repos" }, { "name": "get_issue" }] }]\n',
    },
    { '- { serverName: github, toolName: delete_repo }': '- { serverName: github, toolName: delete_repos }' },
  ),
  isFixable: true,
  *check(workspace) {
    yield* unknownInModes(workspace);
    yield* unknownInServers(workspace);
  },
});

function* unknownInModes(workspace: Workspace): Iterable<FoundProblem> {
  const tools = listKnownTools(workspace);
  if (tools.size === 0) return;
  const configured = workspace.areServersKnown ? effectiveServers(workspace).map(({ name }) => name) : [];
  const names = [...new Set([...configured, ...tools.keys()])];
  const offered = new Map([...tools].map(([server, list]) => [server, new Set(list.map(({ name }) => name))] as const));
  for (const entry of workspace.restrictionEntries()) {
    const { server, tool } = entry;
    if (tool === undefined || tool.trim() === '' || !isLiteral(tool)) continue;
    const meant = !isLiteral(server) ? names.filter(compileNamePattern(server)) : [server];
    const lists = meant.map((name) => offered.get(name));
    if (lists.length === 0 || lists.some((list) => list === undefined || list.has(tool))) continue;
    yield toProblem(entry, tool, [...new Set(lists.flatMap((list) => [...(list ?? [])].slice(0, 200)))]);
  }
}

function toProblem(entry: RestrictionEntry, tool: string, names: readonly string[]): FoundProblem {
  const { mode, list, server, toolPointer = '' } = entry;
  const nearest = nearestName(tool, comparable(names));
  const way = suggestName(nearest, 'Use the name of an existing tool, or remove the entry.');
  const message = `'${list}' of mode '${mode.slug}' refers to the tool ${shown(tool)}, which the server ${shown(server)} does not offer, so this entry ${idleEffect(entry)}. ${way}`;
  const isSlip = nearest !== undefined && isTypingSlip(tool, nearest);
  const fix = isSlip ? replaceName(mode.file, toolPointer, { name: nearest, isSafe: false }) : undefined;
  return { message, location: mode.file.locate(toolPointer), fix, mode: mode.slug };
}

function* unknownInServers(workspace: Workspace): Iterable<FoundProblem> {
  const tools = listKnownTools(workspace);
  for (const server of effectiveServers(workspace)) {
    const offered = tools.get(server.name);
    if (offered === undefined) continue;
    const names = offered.map(({ name }) => name);
    for (const [index, tool] of server.policy.disabledTools.entries()) {
      const pointer = server.settingPositions.disabledTools[index]?.pointer ?? server.pointer;
      // An opencode or Kilo rule for all servers may have nothing to deny on a particular server.
      const isOfServer = pointer.startsWith(server.pointer);
      if (!isOfServer || names.some(compileDisabledTool(server.policy, tool))) continue;
      const nearest = nearestName(tool, comparable(names));
      const way = suggestName(nearest, 'Remove the entry, or use the name of an existing tool.');
      const message = `'disabledTools' of server ${shown(server.name)} contains the tool ${shown(tool)}, which the server does not offer, so this entry disables nothing. ${way}`;
      const location = workspace.source(server.file).locate(pointer);
      yield { message, location, server: server.name };
    }
  }
}
