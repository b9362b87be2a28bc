import { buildMcpToolName, maxMcpToolNameLength, sanitizeMcpName } from '@modegate/mode-core/tools';
import type { ServerEntry } from '@modegate/project';
import type { FoundProblem } from '../../source/finding.ts';
import { shown, shownList } from '../../source/shown.ts';
import { disabledToolMatcher, effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair } from '../define-rule.ts';

/** M034: server and tool names that collide, or become invalid, before they reach the model. */
export const ambiguousToolName = defineRule(['M034', 'ambiguous-tool-name', 'warning', 'default'], {
  summary:
    'The name that the model sees for a tool is also the name of another tool, or cannot be mapped back to its server and tool.',
  reason:
    'Clients of the Roo family offer a tool as `mcp--server--tool`: characters that are not valid in a tool name are removed, and the name is cut off after 64 characters. If two tools end up with the same name, the model sees only one of them, and the client calls the first tool. A client cannot find a tool whose name was cut off. If a server name contains `__`, the client looks for a different server. Modegate keeps the names of servers and tools separate, so it is not affected. The rule checks tool names if a lock file or the servers provide them.',
  ...exampleWithRepair(
    {
      'mcp.json':
        '{ "mcpServers": { "issue tracker": { "command": "tracker-mcp" }, "issue_tracker": { "command": "other-mcp" } } }\n',
    },
    {
      '"issue tracker": { "command": "tracker-mcp" }, "issue_tracker":':
        '"issue-tracker": { "command": "tracker-mcp" }, "issues-old":',
    },
  ),
  *check(workspace) {
    const servers = effectiveServers(workspace).filter(({ policy, state }) => state === 'valid' && !policy.disabled);
    yield* sameServers(workspace, servers);
    for (const server of servers) yield* unreadable(workspace, server);
    yield* cutTools(workspace, servers);
  },
});

function* sameServers(workspace: Workspace, servers: readonly ServerEntry[]): Iterable<FoundProblem> {
  const first = new Map<string, ServerEntry>();
  for (const server of servers) {
    const reduced = sanitizeMcpName(server.name);
    const other = first.get(reduced);
    if (other === undefined) {
      first.set(reduced, server);
      continue;
    }
    const message = `In tool names, the servers ${shown(server.name)} and ${shown(other.name)} are both called '${reduced.slice(0, maxMcpToolNameLength)}'. Rename one of the servers.`;
    const related = [{ message: 'The other server.', location: locateServer(workspace, other) }];
    yield { message, location: locateServer(workspace, server), related, server: server.name };
  }
}

function* unreadable(workspace: Workspace, server: ServerEntry): Iterable<FoundProblem> {
  const isSplit = /.__./.test(server.name);
  const isTooLong = buildMcpToolName(server.name, '').length >= maxMcpToolNameLength;
  if (!isSplit && !isTooLong) return;
  const why = isSplit
    ? "contains '__', which clients treat as the end of the name"
    : `leaves no room for a tool name within ${maxMcpToolNameLength} characters`;
  const message = `The name of server ${shown(server.name)} ${why}, so calls to its tools do not reach the server. Rename the server.`;
  yield { message, location: locateServer(workspace, server), server: server.name };
}

/** Finds tools whose names are truncated; reports each server only once. */
function* cutTools(workspace: Workspace, servers: readonly ServerEntry[]): Iterable<FoundProblem> {
  const tools = listKnownTools(workspace);
  for (const server of servers) {
    if (buildMcpToolName(server.name, '').length >= maxMcpToolNameLength) continue;
    const room = maxMcpToolNameLength - `mcp--${sanitizeMcpName(server.name)}--`.length;
    const isOff = disabledToolMatcher(server.policy);
    const cut = (tools.get(server.name) ?? [])
      .map(({ name }) => name)
      .filter((name) => !isOff(name) && sanitizeMcpName(name).length > room);
    if (cut.length === 0) continue;
    const message = `The names of ${shownList(cut)} are cut off at ${maxMcpToolNameLength} characters. This limit includes the name of server ${shown(server.name)}. Clients cannot find a tool by a shortened name. Give the server a shorter name.`;
    yield { message, location: locateServer(workspace, server), server: server.name };
  }
}

function locateServer(workspace: Workspace, { file, pointer }: ServerEntry): FoundProblem['location'] {
  return workspace.source(file).locateKey(pointer);
}
